import { afterEach, describe, expect, test, vi } from "vitest";
import { validate, version } from "uuid";
import { newId } from "#lib/server/process/new-id.ts";

describe("newId", () => {
  afterEach(() => void vi.useRealTimers());

  test("makes UUIDs of version 7, each once, that sort in the order in which they were made", () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  test("says the time, and goes on from the last when the clock is set back", () => {
    vi.useFakeTimers({ now: new Date("2100-01-01T00:00:00Z") });
    const before = newId();
    expect(Number.parseInt(before.replaceAll("-", "").slice(0, 12), 16)).toBe(Date.now());
    vi.setSystemTime(new Date("2099-12-31T23:00:00Z"));
    expect(newId() > before).toBe(true);
  });

  test("shares nothing between two that can be guessed", () => {
    const tails = Array.from({ length: 2000 }, () => newId().slice(-12));
    expect(new Set(tails).size).toBe(tails.length);
  });
});
