// Tests of PackmuleServerCommands.
