"""The words: event, requests, verdict and its algebra, codes, errors. No input, no output."""
