import { expect, test } from "vitest";
import { effectiveCoverChoice } from "#app/trips/[tripId]/_cover/shown-choice.ts";
import type { CoverChoice } from "#lib/shared/covers.ts";

const STOPS = [{ id: "stop-1" }, { id: "stop-2" }];
const PICTURES = [{ id: "picture-1" }];

test.each<[string, CoverChoice | null | undefined, boolean]>([
  ["a stop that is offered", { kind: "stop", id: "stop-2" }, true],
  ["a stop that is gone, or whose place nobody knows any more", { kind: "stop", id: "stop-3" }, false],
  ["a picture of one's own", { kind: "file", id: "picture-1" }, true],
  ["a picture that was deleted", { kind: "file", id: "picture-2" }, false],
  ["a picture by the id of a stop", { kind: "file", id: "stop-1" }, false],
  ["the map", { kind: "map" }, true],
  ["nothing", null, false],
  ["what a page kept before there were covers", undefined, false],
])("of %s the dialog says what the cover is shown by", (_, chosen, isShown) => {
  expect(effectiveCoverChoice(chosen, STOPS, PICTURES)).toEqual(isShown ? chosen : null);
});
