// @alone @long: sets the environment, which the service reads once; every answer of a provider of street photos
import { afterEach, describe, expect, test, vi } from "vitest";
import { log } from "#lib/server/http/log.ts";
import { searchStreetView } from "#lib/server/street-view/search-street-view.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";
import type { AnswerOverride } from "#tests/doubles/street-imagery.ts";
import { tooManyImages, badToken, rateLimited } from "#tests/doubles/street-refusals.ts";
import { newMember, newTrip } from "#tests/factories/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { ctxOf } from "#tests/helpers/context.ts";

/* These tests cover what is cached, which errors clients get, and how much one person may request. */

const imagery = await useStreetView({ STREET_VIEW_TIMEOUT_MS: "700" });
const QUARTER_MS = 15 * 60_000;
const TRY_AGAIN = "Street photos can't be reached at this moment. Try again.";
const NOT_NOW = "Street photos can't be shown at this moment.";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let places = 0;
/** Returns a point that no other test uses, so that nothing of it is cached. */
function somewhere() {
  places += 1;
  return { lat: String(48 + places / 100), lng: "2.35" };
}

async function newPlace() {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  return { owner, trip, tripId: trip.id };
}

function search(tripId: string, { token }: Person, query: Record<string, string>) {
  return send(streetViewApi.search, { params: { tripId }, token, query });
}

describe("what was found", () => {
  test("is kept for fifteen minutes, for everybody, whatever they call the place", async () => {
    const { owner, tripId } = await newPlace();
    const other = await newPlace();
    const here = somewhere();
    await search(tripId, owner, here);
    expect(imagery.requests).toHaveLength(2);
    await search(tripId, owner, { ...here, limit: "3" });
    await search(other.tripId, other.owner, { ...here, lng: "2.350000004", radiusMeters: "100.2" });
    expect(imagery.requests).toHaveLength(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + QUARTER_MS - 1000 });
    await search(tripId, owner, here);
    expect(imagery.requests).toHaveLength(2);
    vi.setSystemTime(Date.now() + 2000);
    await search(tripId, owner, here);
    expect(imagery.requests).toHaveLength(4);
  });

  test("is asked for once by all who ask at the same time", async () => {
    const { owner, trip, tripId } = await newPlace();
    const people = await Promise.all([1, 2, 3].map(() => newMember(owner, trip, "viewer")));
    const here = somewhere();
    const answers = await Promise.all(people.map((person) => search(tripId, person, here)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(imagery.requests).toHaveLength(2);
  });

  test("in part is given and not kept", async () => {
    const { owner, tripId } = await newPlace();
    const here = somewhere();
    imagery.script(({ url }) => (url.searchParams.get("is_pano") === "true" ? { status: 404 } : null));
    expect((await search(tripId, owner, here)).body).toMatchObject({
      outcome: "found",
      completeness: "partial",
      panoramaAvailable: false,
    });
    imagery.script(null);
    expect((await search(tripId, owner, here)).body).toMatchObject({ completeness: "complete" });
    expect(imagery.requests).toHaveLength(4);
  });
});

describe("a provider that gives no answer", () => {
  test.each<[string, AnswerOverride]>([
    ["is busy", { status: 503 }],
    ["is limited", { status: 429 }],
    ["breaks off", "reset"],
    ["is silent", "hang"],
  ])("and %s: 503, with the advice to try again", async (_, act) => {
    const { owner, tripId } = await newPlace();
    const here = somewhere();
    imagery.script(() => act);
    const sent = await search(tripId, owner, here);
    expectRefused(sent, 503, "UNAVAILABLE", TRY_AGAIN, { details: { retryable: true } });
    expect(sent.headers.get("retry-after")).toBe("1");
    imagery.script(null);
    expect((await search(tripId, owner, here)).status).toBe(200);
  });

  test("and says when to come back: so is the client told", async () => {
    const { owner, tripId } = await newPlace();
    imagery.script(() => ({ status: 429, headers: { "retry-after": "90" } }));
    const sent = await search(tripId, owner, somewhere());
    expectRefused(sent, 503, "UNAVAILABLE", TRY_AGAIN, { details: { retryable: true, retryAfter: 90 } });
    expect(sent.headers.get("retry-after")).toBe("90");
  });

  test.each<[string, AnswerOverride]>([
    ["a bad token", badToken(true)],
    ["its limit of requests", rateLimited()],
    ["a fault in what is asked", { status: 400, body: { error: { message: "Bad bbox", code: 100 } } }],
    ["photos that stay too dense", tooManyImages("en")],
  ])("because of %s: 503, and no advice to try again", async (_, act) => {
    const { owner, tripId } = await newPlace();
    imagery.script(() => act);
    const sent = await search(tripId, owner, somewhere());
    expectRefused(sent, 503, "UNAVAILABLE", NOT_NOW, { details: { retryable: false } });
    expect(sent.headers.get("retry-after")).toBeNull();
  });

  test("is told to the operator by its own code, without the token and its address", async () => {
    const warned = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
    const { owner, tripId } = await newPlace();
    imagery.script(() => rateLimited());
    await search(tripId, owner, somewhere());
    imagery.script(() => badToken(true));
    await search(tripId, owner, somewhere());
    imagery.script(() => "reset");
    await search(tripId, owner, somewhere());
    expect(warned.mock.calls).toEqual([
      [{ failure: "rate_limit", status: 403, code: 4 }, "street view: a search failed"],
      [{ failure: "refused", status: 401, code: 190 }, "street view: a search failed"],
      [{ failure: "network", status: undefined, code: "UND_ERR_SOCKET" }, "street view: a search failed"],
    ]);
  });

  test("leaves the agent what it needs to know", async () => {
    const { owner, tripId } = await newPlace();
    imagery.script(() => ({ status: 503 }));
    const query = { lat: 48.123456, lng: -0.000001, radiusMeters: 99.6, limit: 5 };
    await expect(searchStreetView(ctxOf(owner), tripId, query)).rejects.toMatchObject({
      retryable: true,
      request: { lat: 48.12346, lng: 0, radiusMeters: 100 },
    });
  });
});

describe("a caller who hangs up", () => {
  test("ends the search within 100 ms, when nobody else waits for it", async () => {
    const { owner, tripId } = await newPlace();
    imagery.script(() => "hang");
    const query = { lat: 48.2, lng: 2.2, radiusMeters: 100, limit: 5 };
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [one, other].map(({ signal }) =>
      searchStreetView(ctxOf(owner, { signal }), tripId, query).catch((error: unknown) => error),
    );
    await expect.poll(() => imagery.requests.length).toBe(2);
    one.abort();
    expect(await asked[0]).toMatchObject({ code: "UNAVAILABLE" });
    expect(imagery.requests.map(({ abortedAt }) => abortedAt)).toEqual([null, null]);
    const at = performance.now();
    other.abort();
    await asked[1];
    await expect.poll(() => imagery.requests.every(({ abortedAt }) => abortedAt !== null)).toBe(true);
    for (const { abortedAt } of imagery.requests) expect((abortedAt ?? Infinity) - at).toBeLessThan(100);
  });
});

test("one person may search two hundred times in ten minutes, and is told when to come back", async () => {
  const { owner, tripId, trip } = await newPlace();
  const other = await newMember(owner, trip, "viewer");
  const here = somewhere();
  for (let round = 0; round < 10; round += 1) {
    const sent = await Promise.all(Array.from({ length: 20 }, () => search(tripId, owner, here)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  }
  const { status, body, headers } = await search(tripId, owner, here);
  expect({ status, body }).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await search(tripId, other, here)).status).toBe(200);
});

test("one person may look at two thousand photos in ten minutes", async () => {
  const { owner, tripId } = await newPlace();
  const params = { tripId, imageId: "svi_of-nothing" };
  const look = () => send(streetViewApi.get, { params, token: owner.token });
  for (let round = 0; round < 40; round += 1) {
    const sent = await Promise.all(Array.from({ length: 50 }, look));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([404]));
  }
  expect((await look()).status).toBe(429);
  expect((await send(streetViewApi.preview, { params, token: owner.token })).status).toBe(429);
}, 120_000);
