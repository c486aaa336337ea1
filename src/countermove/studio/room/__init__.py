"""Games of hidden information: the server keeps the state, and each seat is sent its view."""
