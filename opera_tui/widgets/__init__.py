"""Widgets and small screens that several packages use: lists, forms, panels of rows, questions."""
