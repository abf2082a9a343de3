import { expect, test } from "vitest";
import { applyChanges } from "#lib/client/writes/changes.ts";
import { closeDecisionWrite } from "#lib/client/writes/decision-writes.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { ANN, CREATED_AT, BOB_MEMBER, DAY_ID, stop, TRIP_ID, trip } from "#tests/realtime/sample-trip.ts";

const DINNER = "0199b6a0-7c00-7000-8000-0000000000e1";
const [TEA, SOBA] = ["0199b6a0-7c00-7000-8000-0000000000f2", "0199b6a0-7c00-7000-8000-0000000000f3"] as const;
const NOW = "2026-11-02T00:00:00.000Z";

function idea(id: string, name: string, overrides: Partial<StopDto> = {}): StopDto {
  return stop({ id, name, dayId: null, ...overrides });
}

function asked(overrides: Partial<DecisionDto> = {}, votes = [{ memberId: BOB_MEMBER, value: 1 }]): TripDto {
  const decision: DecisionDto = {
    id: DINNER,
    title: "Dinner",
    notes: null,
    candidates: [TEA, SOBA],
    deadline: null,
    dayId: DAY_ID,
    status: "open",
    winnerId: null,
    closedAt: null,
    deletedAt: null,
    version: 1,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...overrides,
  };
  const stops = [stop(), idea(TEA, "Tea"), idea(SOBA, "Soba", { position: "a1", votes })];
  return trip({ stops, decisions: [decision] });
}

function shown(before: TripDto, winnerId?: string): TripDto {
  const scene = { trip: before, userId: ANN, now: NOW, findDeleted: () => undefined, isGone: () => false };
  const changes = closeDecisionWrite(TRIP_ID, DINNER, winnerId).predict(scene);
  return applyChanges(before, changes, { userId: ANN, now: new Date(NOW) });
}

/** Returns the names of the stops of the day, and of those in Ideas. */
function placesOf({ stops }: TripDto): string[][] {
  return [DAY_ID, null].map((list) => stops.flatMap(({ name, dayId }) => (dayId === list ? [name] : [])));
}

test("closing shows the leader at the end of the target day at once", () => {
  const after = shown(asked());
  expect(placesOf(after)).toEqual([["Kiyomizu-dera", "Soba"], ["Tea"]]);
  expect(after.decisions).toMatchObject([{ status: "closed", winnerId: SOBA, closedAt: NOW }]);
});

test("whoever is chosen wins, and candidates that stood on a day go to Ideas", () => {
  const before = asked();
  const planned = before.stops.map((each) =>
    each.id === SOBA ? { ...each, dayId: DAY_ID, position: "a1" } : each,
  );
  const after = shown({ ...before, stops: planned }, TEA);
  expect(placesOf(after)).toEqual([["Kiyomizu-dera", "Tea"], ["Soba"]]);
});

test("without a target day, or one that is gone, nothing moves; and a tie shows nothing before the service answers", () => {
  for (const dayId of [null, "0199b6a0-7c00-7000-8000-0000000000d9"]) {
    const before = asked({ dayId });
    expect(placesOf(shown(before))).toEqual(placesOf(before));
    expect(shown(before).decisions).toMatchObject([{ status: "closed", winnerId: SOBA }]);
  }
  const even = asked({}, []);
  expect(shown(even)).toEqual(even);
});
