import { expect, test } from "vitest";
import { hasInverse } from "#lib/server/undo/inverses.ts";
import { TripEvent } from "#lib/shared/events.ts";

/** Kinds of events that have their own endpoints to reverse them, or that follow from another event. */
const OWN_WAY = [
  "trip.created",
  "trip.archived",
  "trip.unarchived",
  "trip.deleted",
  "trip.restored",
  "expense.shared",
  "expense.published",
  "expense.withdrawn",
  "members.invalidated",
];

test("undo reverses every other kind of event", () => {
  const ops = TripEvent.options.map(({ shape }) => shape.op.value).filter((op) => op !== "redacted");
  expect(ops.filter((op) => !hasInverse(op))).toEqual(OWN_WAY);
});
