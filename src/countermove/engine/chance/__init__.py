"""Searches with averages: chance nodes, and opponents who follow a policy."""
