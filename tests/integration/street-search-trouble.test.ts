// @alone @long: sets the environment, which the service reads once; a provider of street photos that fails
import { describe, expect, test } from "vitest";
import type { AnswerOverride } from "#tests/doubles/street-imagery.ts";
import { badToken, rateLimited, revokedToken } from "#tests/doubles/street-refusals.ts";
import { panoramaFilterOf, useStreetSearches } from "#tests/helpers/street-search.ts";

/* These tests check what a search does when its provider fails, by the log of the provider's double. */

const { imagery, search, answering } = await useStreetSearches();

describe("a provider in trouble", () => {
  test.each([429, 500, 502, 503, 504])("%i is asked once more", async (status) => {
    answering({ status }, undefined, 1);
    expect((await search()).completeness).toBe("complete");
    expect(imagery.requests).toHaveLength(3);
  });

  test("so is a connection that breaks", async () => {
    answering("reset", undefined, 1);
    expect((await search()).completeness).toBe("complete");
    expect(imagery.requests).toHaveLength(3);
  });

  test("but not twice", async () => {
    answering({ status: 503 }, (request) => panoramaFilterOf(request) === "true");
    const found = await search();
    expect(found).toMatchObject({ completeness: "partial", panoramaAvailable: false });
    expect(found.candidateCount).toBeGreaterThan(0);
    expect(imagery.requests).toHaveLength(3);
  });

  test.each<[string, AnswerOverride]>([
    ["429", { status: 429 }],
    ["503", { status: 503 }],
    ["broken connections", "reset"],
  ])("%s for everything is a failure that may pass, after four requests", async (_, act) => {
    answering(act);
    await expect(search()).rejects.toMatchObject({ isPassing: true });
    expect(imagery.requests).toHaveLength(4);
  });

  test("it is asked again when it says, if there is time for that", async () => {
    answering(
      { status: 429, headers: { "retry-after": "1" } },
      (request) => panoramaFilterOf(request) === "true",
      1,
    );
    expect((await search()).completeness).toBe("complete");
    const [, first, again] = imagery.requests.toSorted(
      (a, b) => panoramaFilterOf(a).localeCompare(panoramaFilterOf(b)) || a.at - b.at,
    );
    expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
  });

  test("it is not asked again when there is no time for that, and whoever asked is told when", async () => {
    answering({ status: 429, headers: { "retry-after": "60" } });
    await expect(search()).rejects.toMatchObject({ told: { retryAfterMs: 60_000 } });
    expect(imagery.requests).toHaveLength(2);
  });

  test.each<[string, AnswerOverride]>([
    ["a bad token", badToken(true)],
    ["no token", badToken(false)],
    ["a revoked token", revokedToken()],
    ["a bad token that comes as a 500", { ...badToken(true), status: 500 }],
    ["a plain 403", { status: 403 }],
  ])("%s stops everything at once", async (_, act) => {
    answering(act);
    await expect(search({ radiusMeters: 1000 })).rejects.toMatchObject({ kind: "refused", isPassing: false });
    expect(imagery.requests.length).toBeLessThanOrEqual(6);
  });

  test("a 401 in both lanes is two requests", async () => {
    answering(badToken(true));
    await expect(search()).rejects.toMatchObject({ kind: "refused", told: { status: 401, code: 190 } });
    expect(imagery.requests.length).toBeLessThanOrEqual(2);
  });

  test("a limit of requests, which comes as a 403, is known by its code, and not asked against", async () => {
    answering(rateLimited());
    await expect(search()).rejects.toMatchObject({ kind: "rate_limit", isPassing: false, told: { code: 4 } });
    expect(imagery.requests.length).toBeLessThanOrEqual(2);
  });

  test("what was read before a refusal is given, as a part", async () => {
    let asked = 0;
    imagery.script(() => (++asked > 12 ? badToken(true) : null));
    const found = await search({ radiusMeters: 1000 });
    expect(found.completeness).toBe("partial");
    expect(found.candidateCount).toBeGreaterThan(0);
    expect(imagery.requests.length).toBeLessThan(24);
  });

  test.each<[string, AnswerOverride]>([
    ["404", { status: 404 }],
    ["400", { status: 400, body: { error: { message: "Invalid parameter", code: 100 } } }],
    ["a redirect", { status: 302, headers: { location: "http://169.254.169.254/" } }],
    ["no list", { status: 200, body: { data: "none" } }],
    ["an error with a good status", { status: 200, body: { error: { message: "Oops" } } }],
  ])("%s is never asked again", async (_, act) => {
    answering(act);
    await expect(search()).rejects.toMatchObject({ isPassing: false });
    expect(imagery.requests).toHaveLength(2);
  });
});

describe("time", () => {
  test("is one deadline for all cells, retries included", async () => {
    answering("hang");
    const began = performance.now();
    await expect(search({ radiusMeters: 1000, timeoutMs: 300 })).rejects.toMatchObject({
      kind: "deadline",
      isPassing: true,
    });
    expect(performance.now() - began).toBeLessThan(600);
    expect(imagery.requests).toHaveLength(6);
  });

  test("that is up leaves what was read by then", async () => {
    answering("hang", (request) => panoramaFilterOf(request) === "true");
    expect(await search({ timeoutMs: 400 })).toMatchObject({
      completeness: "partial",
      panoramaAvailable: false,
    });
  });

  test("leaves no request behind", async () => {
    answering("hang");
    await search({ timeoutMs: 200 }).catch(() => undefined);
    await expect
      .poll(() => imagery.requests.map(({ abortedAt }) => abortedAt))
      .toEqual([expect.any(Number), expect.any(Number)]);
  });

  test("of whoever hangs up ends within 100 ms, and nothing is asked any more", async () => {
    const caller = new AbortController();
    let asked = 0;
    imagery.script(() => (++asked > 8 ? "hang" : null));
    const outcome = search({ radiusMeters: 1000, signal: caller.signal }).catch(({ kind }) => kind);
    await expect.poll(() => imagery.requests.length).toBe(14);
    const at = performance.now();
    caller.abort();
    expect(await outcome).toBe("cancelled");
    expect(performance.now() - at).toBeLessThan(100);
    const cut = () => imagery.requests.filter(({ abortedAt }) => abortedAt !== null);
    await expect.poll(() => cut().length).toBe(6);
    for (const { abortedAt } of cut()) expect((abortedAt ?? Infinity) - at).toBeLessThan(100);
    expect(imagery.requests).toHaveLength(14);
  });
});
