import { describe, expect, test } from "vitest";
import { computePopoverPosition, type Placement } from "#app/_ui/floating-spot.ts";

const view = { width: 400, height: 800 };
const below: Placement = { side: "bottom", align: "start", gap: 4 };

function box(left: number, top: number, width = 40, height = 32) {
  return { left, top, right: left + width, bottom: top + height };
}

describe("floatingSpot", () => {
  test("stands where it was wished for", () => {
    const spot = computePopoverPosition(box(100, 100), { width: 200, height: 120 }, view, below);
    expect(spot).toMatchObject({ side: "bottom", left: 100, top: 136 });
  });

  test.each([
    ["start", 100],
    ["center", 60],
    ["end", 20],
  ] as const)("aligns with the %s of its anchor", (align, left) => {
    const size = { width: 120, height: 50 };
    expect(computePopoverPosition(box(100, 100), size, view, { ...below, align }).left).toBe(left);
  });

  test("turns to the other side where that has more room", () => {
    const spot = computePopoverPosition(box(100, 700), { width: 100, height: 200 }, view, below);
    expect(spot).toMatchObject({ side: "top", top: 496 });
  });

  test("stays on its side, cut to the room, where the other has even less", () => {
    const spot = computePopoverPosition(box(100, 300), { width: 100, height: 900 }, view, below);
    expect(spot).toMatchObject({ side: "bottom", top: 336, maxHeight: 456 });
  });

  test("never leaves the window", () => {
    const size = { width: 200, height: 100 };
    expect(computePopoverPosition(box(350, 100), size, view, below).left).toBe(192);
    expect(computePopoverPosition(box(-30, 100), size, view, below).left).toBe(8);
    expect(
      computePopoverPosition(box(0, 790), size, view, { side: "right", align: "start", gap: 4 }).top,
    ).toBe(692);
  });

  test("stays in what is seen of the window, as above a keyboard", () => {
    const seen = { width: 400, top: 100, height: 300 };
    const size = { width: 100, height: 200 };
    expect(computePopoverPosition(box(100, 120), size, seen, below)).toMatchObject({
      side: "bottom",
      top: 156,
    });
    expect(computePopoverPosition(box(100, 350), size, seen, below)).toMatchObject({ side: "top", top: 146 });
    const under = computePopoverPosition(box(100, 700), { width: 100, height: 900 }, seen, below);
    expect(under).toMatchObject({ side: "top", top: 108, maxHeight: 284 });
  });

  test("may stand beside its anchor", () => {
    const size = { width: 100, height: 60 };
    const spot = computePopoverPosition(box(300, 100), size, view, {
      side: "right",
      align: "center",
      gap: 4,
    });
    expect(spot).toMatchObject({ side: "left", left: 196, top: 86 });
  });
});
