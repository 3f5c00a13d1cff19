"""The screens, one module each."""
