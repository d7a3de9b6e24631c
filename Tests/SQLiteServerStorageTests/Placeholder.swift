// Tests of SQLiteServerStorage.
