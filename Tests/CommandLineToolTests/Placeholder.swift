// Placeholder until this floor is built.
