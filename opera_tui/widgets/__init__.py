"""Widgets and small screens that several rooms use: lists, forms, panels of rows, questions."""
