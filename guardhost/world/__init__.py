"""The outside, one thing a file: process, repository, paths, trail, locks."""
