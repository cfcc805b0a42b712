"""The commands of `derive`, a module each, which is loaded when its command is called."""
