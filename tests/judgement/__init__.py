"""Tests of the room `judgement`."""
