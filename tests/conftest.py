"""Options and fixtures that every test may use."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "landwright",
    deadline=None,  # the first call of a kernel may load or compile it
    max_examples=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("landwright")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write golden files anew instead of comparing")


@pytest.fixture
def regenerate_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written instead of compared."""
    return bool(request.config.getoption("--regenerate-golden"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _floating_point_faults_are_errors():
    """Overflow, invalid operations and division by zero in NumPy are mistakes, not warnings."""
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        yield
