import { expect, test } from "vitest";
import { MAX_CHANGES, movesFit } from "#app/trips/[tripId]/_base/suggestions/one-suggestion.ts";
import { MAX_SUGGESTED_CHANGES as MAX_OF_SERVICE, type SuggestedChange } from "#lib/shared/suggestions.ts";

function moves(count: number, from = 0): SuggestedChange[] {
  return ids(count, from).map((entityId) => ({ op: "stops.move", entityId, input: {} }));
}

function ids(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `stop ${from + index}`);
}

test("page and service count alike", () => {
  expect(MAX_CHANGES).toBe(MAX_OF_SERVICE);
});

test("an order of more moves than one suggestion holds does not fit, nor one that its draft leaves no room for", () => {
  expect(movesFit([], new Set(ids(50)))).toBe(true);
  expect(movesFit([], new Set(ids(51)))).toBe(false);
  expect(movesFit(moves(20, 100), new Set(ids(30)))).toBe(true);
  expect(movesFit(moves(20, 100), new Set(ids(31)))).toBe(false);
});

test("what is to move already takes no other line, but its deletion does", () => {
  expect(movesFit(moves(50), new Set(ids(50)))).toBe(true);
  const deleted: SuggestedChange = { op: "stops.delete", entityId: "stop 1", input: {} };
  expect(movesFit([...moves(48), deleted], new Set(ids(50)))).toBe(false);
});
