import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  precedingStopId,
  type DropTarget,
  sameTarget,
  stepTarget,
  targetOf,
} from "#app/trips/[tripId]/_model/plan/drop-target.ts";
import { createDrag } from "#app/trips/[tripId]/_base/drag/drag-context.tsx";
import type { StopsByDay } from "#app/trips/[tripId]/_model/plan/plan-model.ts";
import type { StopDto } from "#lib/shared/stops.ts";

function stop(id: string): StopDto {
  // The code under test reads only the id.
  return { id } as StopDto;
}

function lists(shape: Record<string, string[]>, ideas: string[]): StopsByDay {
  return new Map([
    ...Object.entries(shape).map(([day, ids]) => [day, ids.map(stop)] as const),
    [null, ideas.map(stop)] as const,
  ]);
}

const byDay = lists({ mon: ["a", "b", "c"], tue: [], wed: ["d"] }, ["i", "j"]);
const order = ["mon", "tue", "wed", null];

describe("afterIdAt", () => {
  test.each([
    ["b", { dayId: "mon", index: 0 }, null],
    ["b", { dayId: "mon", index: 1 }, "a"],
    ["b", { dayId: "mon", index: 2 }, "c"],
    ["b", { dayId: "wed", index: 1 }, "d"],
    ["b", { dayId: "tue", index: 0 }, null],
    ["b", { dayId: null, index: 2 }, "j"],
    ["i", { dayId: null, index: 1 }, "j"],
    // The list became shorter while the stop was dragged over its end.
    ["b", { dayId: "mon", index: 3 }, "c"],
    ["b", { dayId: "wed", index: 2 }, "d"],
  ] as const)("%s to %o follows %s", (id, target, after) => {
    expect(precedingStopId(byDay, id, target)).toBe(after);
  });
});

test("targetOf finds a stop in days and Ideas", () => {
  expect(targetOf(byDay, "c")).toEqual({ dayId: "mon", index: 2 });
  expect(targetOf(byDay, "j")).toEqual({ dayId: null, index: 1 });
  expect(targetOf(byDay, "gone")).toBeNull();
});

test("sameTarget", () => {
  expect(sameTarget(null, null)).toBe(true);
  expect(sameTarget(null, { dayId: null, index: 0 })).toBe(false);
  expect(sameTarget({ dayId: "mon", index: 1 }, { dayId: "mon", index: 1 })).toBe(true);
});

function walk(id: string, step: "previous" | "next"): DropTarget[] {
  const passed: DropTarget[] = [];
  let at = targetOf(byDay, id);
  while (at) {
    passed.push(at);
    at = stepTarget(byDay, order, id, at, step);
  }
  return passed;
}

describe("stepTarget", () => {
  test("goes through every place of every list once, over empty days too", () => {
    const forth = walk("a", "next").map(({ dayId, index }) => `${dayId} ${index}`);
    expect(forth).toEqual([
      "mon 0",
      "mon 1",
      "mon 2",
      "tue 0",
      "wed 0",
      "wed 1",
      "null 0",
      "null 1",
      "null 2",
    ]);
  });

  test("goes on from the end of a list that became shorter", () => {
    const past = { dayId: "mon", index: 5 };
    expect(stepTarget(byDay, order, "b", past, "previous")).toEqual({ dayId: "mon", index: 1 });
    expect(stepTarget(byDay, order, "b", past, "next")).toEqual({ dayId: "tue", index: 0 });
  });

  test("back is the same way", () => {
    const forth = walk("a", "next");
    const last = forth.at(-1);
    const back: DropTarget[] = [];
    let at: DropTarget | null = last ?? null;
    while (at) {
      back.push(at);
      at = stepTarget(byDay, order, "a", at, "previous");
    }
    expect(back).toEqual(forth.toReversed());
  });

  test("jumps between lists, and stops at the ends", () => {
    const from = { dayId: "mon", index: 1 };
    expect(stepTarget(byDay, order, "b", from, "nextList")).toEqual({ dayId: "tue", index: 0 });
    expect(stepTarget(byDay, order, "b", { dayId: "wed", index: 0 }, "previousList")).toEqual({
      dayId: "tue",
      index: 0,
    });
    expect(stepTarget(byDay, order, "b", from, "previousList")).toBeNull();
    expect(stepTarget(byDay, order, "b", { dayId: null, index: 2 }, "next")).toBeNull();
  });
});

test("a move never changes the order of the others", () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), (all, which, where) => {
      const moving = all[which % all.length] ?? "";
      const others = all.filter((id) => id !== moving);
      const index = where % (others.length + 1);
      const after = precedingStopId(lists({ day: all }, []), moving, { dayId: "day", index });
      const at = after === null ? 0 : others.indexOf(after) + 1;
      expect(at).toBe(index);
      expect(others.toSpliced(at, 0, moving).filter((id) => id !== moving)).toEqual(others);
    }),
  );
});

function ignoreMove(): void {}

function plan(now: StopsByDay) {
  return { days: [], byDay: now, bookings: new Map(), order };
}

describe("a drag", () => {
  test("ends when somebody else deletes what moves: a deleted row that had the focus tells no blur", () => {
    const drag = createDrag(plan(byDay), ignoreMove);
    drag.lift("b");
    drag.aim({ dayId: "wed", index: 1 });
    expect(drag.follow(plan(lists({ mon: ["b", "c"], tue: [], wed: [] }, [])), ignoreMove)).toBe(false);
    expect(drag.get().movingId).toBe("b");
    expect(drag.follow(plan(lists({ mon: ["c"], tue: [], wed: [] }, [])), ignoreMove)).toBe(true);
    expect(drag.get()).toEqual({ movingId: null, target: null });
    expect(drag.drop()).toBe(false);
  });
});
