// @alone: what a page has not saved is state of its module
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addConflict,
  bringBackConflict,
  dropConflict,
  takeStoredConflicts,
} from "#app/trips/[tripId]/_base/conflicts.ts";
import type { ConflictNotice } from "#lib/client/writes/notices.ts";
import { STOP_ID } from "#tests/realtime/sample-trip.ts";

function conflict(isKept: boolean, decided = () => undefined): ConflictNotice {
  const error = { code: "FIELD_CONFLICT" as const, message: "", requestId: "" };
  const about = { key: "key", write: { action: "updateStop" as const, entityId: STOP_ID }, error };
  const versions = { fields: ["notes"], current: null, mine: { notes: "Mine" } };
  return { kind: "conflict", ...about, ...versions, isKept: () => isKept, decided, retry };
}

function retry(): Promise<never> {
  throw new Error("Nobody asks for it.");
}

/** Whether the browser would ask the user before it leaves the page. */
function asks(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => void vi.stubGlobal("window", new EventTarget()));
afterEach(() => void vi.unstubAllGlobals());

test("the browser asks before it leaves a conflict that only the page knows, until it is decided", () => {
  const notice = conflict(false);
  expect(asks()).toBe(false);
  addConflict(notice);
  expect(takeStoredConflicts()).toEqual([]);
  expect(asks()).toBe(true);
  dropConflict(notice);
  expect(asks()).toBe(false);
  bringBackConflict(notice);
  expect(asks()).toBe(true);
  dropConflict(notice);
});

test("one that the device keeps holds up nothing", () => {
  const notice = conflict(true);
  addConflict(notice);
  expect(asks()).toBe(false);
  expect(takeStoredConflicts()).toEqual([notice]);
  expect(takeStoredConflicts()).toEqual([]);
});
