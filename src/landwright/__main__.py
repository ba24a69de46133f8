"""``python -m landwright`` is the command line."""

from landwright.cli import main

if __name__ == "__main__":
    main()
