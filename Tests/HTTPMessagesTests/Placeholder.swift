// Tests of HTTPMessages.
