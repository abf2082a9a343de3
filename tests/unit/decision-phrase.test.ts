import { expect, test } from "vitest";
import { decisionGroupPhrase } from "#app/trips/[tripId]/_model/history/decision-phrase.ts";
import { isUndoable } from "#app/trips/[tripId]/_model/history/undo-rights.ts";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { historyNames } from "./history-events.ts";

function tell(op: VisibleEvent["op"], entityId: string, entity: object = {}, changes = {}): VisibleEvent {
  // The events have only the fields that the texts need.
  return { op, entityId, entity: { id: entityId, ...entity }, changes } as unknown as VisibleEvent;
}

function moved(stopId: string, dayId: string | null): VisibleEvent {
  return tell("stop.moved", stopId, { dayId });
}

const closed = tell("decision.closed", "dinner", { winnerId: "soba" });

test("closing is one deed with its winner, however many stops it moved, and can be undone", () => {
  const events = [moved("soba", "sat"), moved("tea", null), closed];
  const values = { title: "dinner", name: "soba", votes: 3, back: 1, backNames: "tea" };
  expect(decisionGroupPhrase(events, historyNames)).toEqual({
    key: "decisionClosedTo",
    values: { ...values, list: "sat" },
  });
  expect(decisionGroupPhrase([moved("tea", null), closed], historyNames)).toEqual({
    key: "decisionClosed",
    values,
  });
  expect(isUndoable({ events }, { userId: "jonas", edit: true, join: true })).toBe(true);
});

test("a change names its fields, but not the status that goes with them", () => {
  const changes = { deadline: [null, "x"], status: ["tied", "open"] };
  expect(decisionGroupPhrase([tell("decision.updated", "dinner", {}, changes)], historyNames)).toEqual({
    key: "decisionChanged",
    values: { title: "dinner", fields: "deadline" },
  });
});

test.each([
  ["decision.created", "decisionAsked"],
  ["decision.tied", "decisionTied"],
  ["decision.reopened", "decisionReopened"],
  ["decision.deleted", "decisionDeleted"],
  ["decision.restored", "decisionRestored"],
] as const)("%s reads as %s", (op, key) => {
  expect(decisionGroupPhrase([tell(op, "dinner")], historyNames)).toEqual({
    key,
    values: { title: "dinner" },
  });
});

test("what did something else besides has other words", () => {
  expect(decisionGroupPhrase([moved("tea", null)], historyNames)).toBeNull();
  expect(
    decisionGroupPhrase([tell("stop.created", "tea"), tell("decision.created", "dinner")], historyNames),
  ).toBeNull();
  const two = [tell("decision.deleted", "dinner"), tell("decision.deleted", "lunch")];
  expect(decisionGroupPhrase(two, historyNames)).toBeNull();
});
