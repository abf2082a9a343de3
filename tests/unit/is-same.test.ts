import { describe, expect, test } from "vitest";
import { isShallowEqual } from "#lib/client/base/is-same.ts";

const stop = { id: "a" };

describe("isSame", () => {
  test.each([
    ["a value and itself", Number.NaN, Number.NaN],
    ["lists of the same parts", [stop, 1], [stop, 1]],
    ["objects with the same parts, in any order", { stop, n: 1 }, { n: 1, stop }],
    ["nothing and nothing", null, null],
  ])("%s are", (_, a, b) => {
    expect(isShallowEqual(a, b)).toBe(true);
  });

  test.each([
    ["parts that are only alike", [stop], [{ ...stop }]],
    ["lists of which one goes on", [stop], [stop, stop]],
    ["objects of which one says more", { stop }, { stop, n: 1 }],
    ["a field that is undefined and one that is not there", { n: undefined }, { m: undefined }],
    ["a list and an object with its parts", [stop], { 0: stop }],
    ["an object and nothing", {}, null],
  ])("%s are not", (_, a, b) => {
    expect(isShallowEqual(a, b)).toBe(false);
    expect(isShallowEqual(b, a)).toBe(false);
  });
});
