"""What a person can do, one module a group: its `Group` lists the actions, functions beside it do them."""
