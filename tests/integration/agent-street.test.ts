// @alone: sets the environment, which the service reads once
import { afterEach, describe, expect, test } from "vitest";
import { requireWithinSearches } from "#lib/server/street-view/limits.ts";
import { GroundingPart } from "#lib/shared/agent.ts";
import { badToken } from "#tests/doubles/street-refusals.ts";
import { worldOf, type WorldPhoto } from "#tests/doubles/street-world.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, newTrip } from "#tests/factories/trips.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";

/* These tests cover the results of the agent's look at a street. */

const imagery = await useStreetView({ STREET_VIEW_TIMEOUT_MS: "2000" });
const KYOTO = { lat: 35.02107, lng: 135.75385 };
const METER = 1 / 111_195;
let fresh = 0;

afterEach(() => imagery.script(null));

/** Returns a new point, because search results are cached. */
function somewhere() {
  fresh += 1;
  return { lat: 10 + fresh / 10, lng: 20 };
}

function photo(id: string, at: { lat: number; lng: number }, isPano = false): WorldPhoto {
  return { id, ...at, isPano, capturedAt: Date.UTC(2024, 4, 2), compassAngle: 92, creator: "北野写真" };
}

function fact(metersAway: number) {
  const credit = "Photo from Mapillary, CC BY-SA 4.0, by @北野写真";
  return { metersAway, looks: "east (92°)", takenOn: "2024-05-02", credit };
}

async function look(input: object) {
  const owner = await newPerson();
  const trip = await newTrip(owner, { destination: { name: "京都", ...KYOTO } });
  const run = await newToolRun(owner, trip.id);
  return callTool(run, "look_at_street", input);
}

function grounding({ cards }: { cards: unknown[] }): GroundingPart {
  expect(cards).toHaveLength(1);
  return GroundingPart.parse(cards[0]);
}

describe("found", () => {
  test("are flat photos alone, however many panoramas are nearer; the model is told facts, and nothing to fetch", async () => {
    const at = somewhere();
    const panoramas = Array.from({ length: 30 }, (_, n) => photo(`9${n}`, at, true));
    const flat = Array.from({ length: 7 }, (_, n) =>
      photo(`1${n}`, { ...at, lat: at.lat + (20 + n) * METER }),
    );
    imagery.world(worldOf([...panoramas, ...flat]));
    const called = await look(at);
    const part = grounding(called);
    expect(part).toMatchObject({
      outcome: "found",
      retryable: false,
      request: { ...at, radiusMeters: 100, limit: 5 },
      place: null,
      completeness: "complete",
    });
    expect(part.images.map(({ kind, distanceMeters }) => [kind, distanceMeters])).toEqual(
      [20, 21, 22, 23, 24].map((meters) => ["flat", meters]),
    );
    expect(called.told).toEqual({
      outcome: "found",
      retryable: false,
      request: { ...at, radiusMeters: 100, limit: 5 },
      completeness: "complete",
      says: "Photos were found.",
      isPanoramaNear: true,
      images: [20, 21, 22, 23, 24].map(fact),
    });
    expect(called.step).toMatchObject({ state: "done", about: { meters: 100, count: 5 } });
    expect(imagery.mediaRequests).toEqual([]);
  });

  test("around a stop of the trip, under its name", async () => {
    const { tripId, trip, editor, owner } = await newTripFixture();
    const at = somewhere();
    imagery.world(worldOf([photo("11", at)]));
    const stop = await newStop(owner, trip, { name: "錦市場", place: at });
    const run = await newToolRun(editor, tripId);
    const called = await callTool(run, "look_at_street", { stopId: stop.id.slice(-8) });
    expect(grounding(called)).toMatchObject({ outcome: "found", place: { name: "錦市場", ...at } });
    expect(called.step.about).toEqual({ name: "錦市場", meters: 100, count: 1 });
  });

  test("at a place by its name, near the trip's destination where there are several", async () => {
    const owner = await newPerson();
    const trip = await newTrip(owner, { destination: { name: "Illinois", lat: 39.8, lng: -89.6 } });
    // A search knows where the trip's stops are, and puts results near them first.
    await newStop(owner, trip, { place: { lat: 42.3, lng: -72.6 } });
    const run = await newToolRun(owner, trip.id);
    const [nearStops] = (await callTool(run, "search_places", { query: "Springfield" })).cards;
    expect(nearStops).toMatchObject({ places: [{ region: "Massachusetts" }, {}, {}, {}, {}] });
    const near = grounding(await callTool(run, "look_at_street", { query: "Springfield" }));
    expect(near.place?.lat).toBeCloseTo(39.8, 1);
    expect(near).toMatchObject({ outcome: "found", request: { radiusMeters: 100, limit: 5 } });
    expect(near.images).toHaveLength(5);
    const far = grounding(await callTool(run, "look_at_street", { query: "東京" }));
    // Places are named by their main name in the reader's language.
    expect(far.place).toMatchObject({ name: "Tokyo" });
  });

  test("in part, that is said", async () => {
    const at = somewhere();
    imagery.world(worldOf([photo("11", at)]));
    imagery.script(({ url }) => (url.searchParams.get("is_pano") === "true" ? { status: 503 } : null));
    const called = await look(at);
    expect(grounding(called)).toMatchObject({ outcome: "found", completeness: "partial" });
    expect(called.told).toMatchObject({
      completeness: "partial",
      says: "Photos were found. Not all of the circle could be searched.",
    });
  });
});

describe("nothing found", () => {
  test("is empty where nobody took flat photos", async () => {
    const at = somewhere();
    imagery.world(worldOf([photo("91", at, true)]));
    const called = await look(at);
    expect(grounding(called)).toEqual({
      type: "grounding",
      outcome: "empty",
      retryable: false,
      request: { ...at, radiusMeters: 100, limit: 5 },
      place: null,
      completeness: "complete",
      images: [],
    });
    expect(called.step.state).toBe("done");
    expect(called.told).toMatchObject({ isPanoramaNear: true });
  });

  test("is no place where nobody knows the name, and no photo is asked for", async () => {
    const called = await look({ query: "Qwxyzzy Zzyzxq" });
    expect(grounding(called)).toEqual({
      type: "grounding",
      outcome: "place_not_found",
      retryable: false,
      request: null,
      place: null,
      completeness: null,
      images: [],
    });
    expect(called.step).toMatchObject({ state: "done", about: { query: "Qwxyzzy Zzyzxq", count: 0 } });
    expect(imagery.requests).toEqual([]);
  });
});

test.each<[string, object]>([
  ["nothing", {}],
  ["an empty name", { query: "" }],
  ["two at once", { query: "Kyoto", lat: 35, lng: 135 }],
  ["half a point", { lat: 35 }],
  ["no point on earth", { lat: 91, lng: 0 }],
  ["too long a name", { query: "x".repeat(201) }],
  ["several lines", { query: "Kyoto\nNara" }],
  ["a stop that is not in the trip", { stopId: "0199b6a0-7c00-7000-8000-000000000000" }],
])("%s is an invalid request", async (_, input) => {
  const called = await look(input);
  expect(grounding(called)).toMatchObject({ outcome: "invalid_request", retryable: false, images: [] });
  expect(called.step.state).toBe("failed");
  expect(imagery.requests).toEqual([]);
});

test("a stop of another trip, and one without a place, are invalid requests too", async () => {
  const { tripId, editor, stop } = await newTripFixture();
  const other = await newTrip(editor);
  const theirs = await newStop(editor, other, { place: KYOTO });
  const run = await newToolRun(editor, tripId);
  for (const stopId of [theirs.id, stop.id]) {
    const called = await callTool(run, "look_at_street", { stopId });
    expect(grounding(called)).toMatchObject({ outcome: "invalid_request", place: null, request: null });
  }
});

describe("a provider that does not answer", () => {
  test("may answer the same request later, where its failure passes", async () => {
    imagery.script(() => ({ status: 503 }));
    const exact = { lat: 10.123456789, lng: -20.000001 };
    const called = await look(exact);
    expect(grounding(called)).toEqual({
      type: "grounding",
      outcome: "service_unavailable",
      retryable: true,
      request: { lat: 10.12346, lng: -20, radiusMeters: 100, limit: 5 },
      place: null,
      completeness: null,
      images: [],
    });
    expect(called.step.state).toBe("failed");
    expect(called.told).toMatchObject({
      outcome: "service_unavailable",
      retryable: true,
      says: "Street photos can't be reached at this moment. Try again.",
    });
    imagery.script(null);
    expect(grounding(await look(exact)).outcome).toBe("found");
  });

  test("will not, where it refuses the service's own token, and the place is told all the same", async () => {
    imagery.script(() => badToken(true));
    const called = await look({ query: "Kyoto" });
    expect(grounding(called)).toMatchObject({
      outcome: "service_unavailable",
      retryable: false,
      request: { ...KYOTO, radiusMeters: 100, limit: 5 },
      place: { name: "Kyoto", ...KYOTO },
    });
  });

  test("nor is asked for somebody who has looked too often, until they may again", async () => {
    const owner = await newPerson();
    const trip = await newTrip(owner);
    const run = await newToolRun(owner, trip.id);
    for (let n = 0; n < 200; n += 1) await requireWithinSearches(run.ctx);
    const at = somewhere();
    expect(grounding(await callTool(run, "look_at_street", at))).toMatchObject({
      outcome: "service_unavailable",
      retryable: true,
      request: { ...at, radiusMeters: 100, limit: 5 },
    });
    expect(imagery.requests).toEqual([]);
  });

  test("is not waited for by a run that was stopped", async () => {
    const owner = await newPerson();
    const trip = await newTrip(owner);
    const stop = new AbortController();
    const run = await newToolRun(owner, trip.id);
    const stopped = { ...run, ctx: { ...run.ctx, signal: stop.signal } };
    imagery.script(() => "hang");
    const called = callTool(stopped, "look_at_street", somewhere());
    await expect.poll(() => imagery.requests.length).toBeGreaterThan(0);
    stop.abort("cancelled");
    await expect(called).rejects.toBeInstanceOf(Error);
  });
});
