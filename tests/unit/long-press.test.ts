import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LongPress } from "#app/trips/[tripId]/_map/long-press.ts";

const FINGER = { pointerId: 1, pointerType: "touch", button: 0, clientX: 100, clientY: 100 };
const MOUSE = { ...FINGER, pointerType: "mouse" };

describe("a press that stays", () => {
  const held = vi.fn<(press: typeof FINGER) => void>();
  let hold: LongPress;
  beforeEach(() => {
    vi.useFakeTimers();
    held.mockClear();
    hold = new LongPress(held, (run) => setTimeout(run, 16));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is told after half a second, once, with where it began", () => {
    hold.start(FINGER);
    hold.move({ ...FINGER, clientX: 106 });
    vi.advanceTimersByTime(515);
    expect(held).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(held.mock.calls).toEqual([[FINGER]]);
  });

  test.each([
    ["a tap", () => hold.end(FINGER)],
    ["a drag", () => hold.move({ ...FINGER, clientY: 109 })],
    ["a pinch", () => hold.start({ ...FINGER, pointerId: 2 })],
    ["a press that something else ends", () => hold.cancel()],
  ])("%s is none", (_, happens) => {
    hold.start(FINGER);
    happens();
    vi.advanceTimersByTime(1000);
    expect(held).not.toHaveBeenCalled();
  });

  test("is told at once when the system says so, and once", () => {
    hold.start(FINGER);
    hold.confirm();
    hold.confirm();
    vi.advanceTimersByTime(1000);
    expect(held.mock.calls).toEqual([[FINGER]]);
  });

  test("a drag that a busy page hears of late is none", () => {
    hold.start(FINGER);
    vi.advanceTimersByTime(510);
    hold.move({ ...FINGER, clientX: 140 });
    vi.advanceTimersByTime(1000);
    expect(held).not.toHaveBeenCalled();
  });

  test("the finger that stays of a pinch is none, the next one alone is", () => {
    hold.start(FINGER);
    hold.start({ ...FINGER, pointerId: 2 });
    hold.end({ ...FINGER, pointerId: 2 });
    vi.advanceTimersByTime(1000);
    hold.end(FINGER);
    hold.start({ ...FINGER, pointerId: 3 });
    vi.advanceTimersByTime(516);
    expect(held.mock.calls).toEqual([[{ ...FINGER, pointerId: 3 }]]);
  });

  test("a mouse has less room to move than a finger, and no other button", () => {
    hold.start(MOUSE);
    hold.move({ ...MOUSE, clientX: 104 });
    hold.end(MOUSE);
    hold.start({ ...MOUSE, button: 2 });
    vi.advanceTimersByTime(1000);
    expect(held).not.toHaveBeenCalled();
  });
});
