import time

from hivemind.base.clock import SystemClock


async def test_the_system_clock_goes_on_and_knows_the_date() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(0)
    assert clock.monotonic() >= before
    assert abs(clock.epoch_ms() - time.time() * 1000) < 5_000
