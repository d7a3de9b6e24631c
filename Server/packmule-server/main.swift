// The entry of the companion server; everything it does is in PackmuleServerCommands.
