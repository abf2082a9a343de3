import { expect, test } from "vitest";
import { presentMembers, tallyVotes } from "#lib/shared/tally.ts";

const present = new Set(["ann", "bob", "cem"]);

function stop(id: string, votes: Record<string, number> = {}) {
  return { id, votes: Object.entries(votes).map(([memberId, value]) => ({ memberId, value })) };
}

test("the stop with the best sum leads, votes against count", () => {
  const stops = [stop("a", { ann: 1, bob: -1 }), stop("b", { ann: 1 }), stop("c", { ann: -1, bob: -1 })];
  const { scores, leaders } = tallyVotes(stops, present);
  expect(Object.fromEntries(scores)).toEqual({ a: 0, b: 1, c: -2 });
  expect(leaders).toEqual(["b"]);
});

test("equal sums are a tie, in the order given, however they came about", () => {
  const stops = [stop("b", { ann: 1, bob: 1, cem: -1 }), stop("c"), stop("a", { cem: 1 })];
  expect(tallyVotes(stops, present).leaders).toEqual(["b", "a"]);
  expect(tallyVotes([stop("b"), stop("a")], present).leaders).toEqual(["b", "a"]);
});

test("the only candidate leads, even with votes against it; where none is, nothing does", () => {
  expect(tallyVotes([stop("a", { ann: -1 })], present).leaders).toEqual(["a"]);
  expect(tallyVotes([], present)).toEqual({ scores: new Map(), leaders: [] });
});

test("votes of members who have left don't count", () => {
  const members = [
    { id: "ann", leftAt: null },
    { id: "bob", leftAt: "2026-11-01T00:00:00.000Z" },
  ];
  const stops = [stop("a", { ann: 1 }), stop("b", { bob: 1, dee: 1 })];
  expect(tallyVotes(stops, presentMembers(members)).leaders).toEqual(["a"]);
});
