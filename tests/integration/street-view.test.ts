// @alone: sets the environment, which the service reads once
import { describe, expect, test } from "vitest";
import { provisionUser } from "#lib/server/account/provisioning.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { distanceMeters } from "#lib/shared/legs.ts";
import { StreetViewResult } from "#lib/shared/street-view.ts";
import { worldOf } from "#tests/doubles/street-world.ts";
import { newAnonymousGuest } from "#tests/factories/guests.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { DEMO_TRIP_ID, type TripSummary } from "#lib/shared/trips.ts";

const imagery = await useStreetView();

/** The number of points that tests have used; each test uses a new one, so that nothing of it is cached. */
let places = 0;
function somewhere() {
  places += 1;
  return { lat: String(35 + places / 100), lng: "135.7788" };
}

async function newPlace() {
  const owner = await newPerson();
  const { id: tripId } = await newTrip(owner);
  return { owner, tripId };
}

function search(
  tripId: string,
  { token }: Person,
  query: Record<string, string> = somewhere(),
): Promise<RawAnswer> {
  return send(streetViewApi.search, { params: { tripId }, token, query });
}

async function found(
  tripId: string,
  person: Person,
  query?: Record<string, string>,
): Promise<StreetViewResult> {
  const sent = await search(tripId, person, query);
  expect(sent.status, sent.text).toBe(200);
  return StreetViewResult.parse(sent.body);
}

describe("who may search", () => {
  test("nobody without a session", async () => {
    const { tripId } = await newPlace();
    expectUnauthenticated(await send(streetViewApi.search, { params: { tripId }, query: somewhere() }));
  });

  test("no stranger, who learns nothing, and asks nothing of the provider", async () => {
    const { tripId } = await newPlace();
    const stranger = await newPerson();
    const { token } = stranger;
    expectAbsent(await search(tripId, stranger), "trip");
    const params = { tripId, imageId: "svi_x" };
    expectAbsent(await send(streetViewApi.get, { params, token }), "trip");
    expectAbsent(await send(streetViewApi.preview, { params, token }), "trip");
    expectAbsent(await send(streetViewApi.viewerConfig, { params: { tripId }, token }), "trip");
    expect(imagery.requests).toEqual([]);
  });

  test("no stranger, who is not given either what members have found", async () => {
    const { tripId, owner } = await newPlace();
    const here = somewhere();
    const { images } = await found(tripId, owner, here);
    const stranger = await newPerson();
    expectAbsent(await search(tripId, stranger, here), "trip");
    const params = { tripId, imageId: images[0]?.id ?? "" };
    expectAbsent(await send(streetViewApi.get, { params, token: stranger.token }), "trip");
  });

  test("whoever is in the trip, in any role, guests without an account too", async () => {
    const { tripId, owner, editor, viewer, guest } = await newTripFixture();
    const anonymous = await newAnonymousGuest(tripId);
    for (const person of [owner, editor, viewer, guest, anonymous]) {
      expect((await found(tripId, person)).outcome).toBe("found");
    }
  });

  test("not the demo trip's readers, who are no members; on no path, and the provider is not asked", async () => {
    const { owner, tripId } = await newPlace();
    const { images } = await found(tripId, owner);
    const asked = imagery.requests.length;
    const { token } = owner;
    expectAbsent(await search(DEMO_TRIP_ID, owner), "trip");
    for (const imageId of ["svi_x", images[0]?.id ?? ""]) {
      const params = { tripId: DEMO_TRIP_ID, imageId };
      expectAbsent(await send(streetViewApi.get, { params, token }), "trip");
      expectAbsent(await send(streetViewApi.preview, { params, token }), "trip");
    }
    expectAbsent(await send(streetViewApi.viewerConfig, { params: { tripId: DEMO_TRIP_ID }, token }), "trip");
    expect(imagery.requests).toHaveLength(asked);
  });

  test("whoever was given the sample trip, in that one: it is theirs", async () => {
    const newcomer = await newPerson();
    await provisionUser(newcomer.userId, "en");
    const { body } = await send(tripsApi.list, { token: newcomer.token, query: { filter: "all" } });
    const sample = (body as TripSummary[]).find(({ isSample }) => isSample);
    expect((await found(sample?.id ?? "", newcomer)).outcome).toBe("found");
  });
});

describe("what is refused", () => {
  test.each<[string, Record<string, string>, [string, string][]]>([
    [
      "nothing",
      {},
      [
        ["query.lat", "Send a number."],
        ["query.lng", "Send a number."],
      ],
    ],
    ["words", { lat: "north", lng: "0" }, [["query.lat", "Send a number."]]],
    ["an empty number", { lat: "", lng: "0" }, [["query.lat", "Send a number."]]],
    ["too far north", { lat: "91", lng: "0" }, [["query.lat", "Send at most 90."]]],
    ["too far west", { lat: "0", lng: "-180.1" }, [["query.lng", "Send at least -180."]]],
    ["no radius", { lat: "0", lng: "0", radiusMeters: "wide" }, [["query.radiusMeters", "Send a number."]]],
    [
      "a radius of nothing",
      { lat: "0", lng: "0", radiusMeters: "0" },
      [["query.radiusMeters", "Send at least 0."]],
    ],
    ["no limit", { lat: "0", lng: "0", limit: "many" }, [["query.limit", "Send a number."]]],
    ["half a photo", { lat: "0", lng: "0", limit: "2.5" }, [["query.limit", "Send a whole number."]]],
  ])("%s", async (_, query, issues) => {
    const { tripId, owner } = await newPlace();
    const sent = await search(tripId, owner, query);
    expectInvalid(sent, ...issues);
    expect(imagery.requests).toEqual([]);
  });
});

describe("a search", () => {
  test("finds five photos within 100 m, unless it is told otherwise", async () => {
    const { tripId, owner } = await newPlace();
    const here = somewhere();
    const result = await found(tripId, owner, here);
    expect(result).toMatchObject({ outcome: "found", completeness: "complete", panoramaAvailable: true });
    expect(result.images).toHaveLength(5);
    expect(result).toMatchObject({ resultCount: 5 });
    expect(result.candidateCount).toBeGreaterThan(20);
    const center = { lat: Number(here.lat), lng: Number(here.lng) };
    for (const image of result.images) {
      expect(Math.round(distanceMeters(center, image))).toBe(image.distanceMeters);
      expect(image.distanceMeters).toBeLessThanOrEqual(100);
    }
    expect(result.images.map((image) => image.distanceMeters)).toEqual(
      result.images.map((image) => image.distanceMeters).toSorted((a, b) => a - b),
    );
  });

  test("is capped at 1000 m and ten photos", async () => {
    const { tripId, owner } = await newPlace();
    const here = somewhere();
    const most = await found(tripId, owner, { ...here, radiusMeters: "1000", limit: "10" });
    expect(imagery.requests).toHaveLength(32);
    const beyond = await found(tripId, owner, { ...here, radiusMeters: "50000", limit: "100" });
    expect(beyond).toEqual(most);
    expect(beyond.images).toHaveLength(10);
    expect(imagery.requests).toHaveLength(32);
  });

  test("tells of every photo what is needed to show and to credit it, and nothing of the provider's addresses", async () => {
    const { tripId, owner } = await newPlace();
    const sent = await search(tripId, owner);
    const [image] = StreetViewResult.parse(sent.body).images;
    expect(image).toEqual({
      id: expect.stringMatching(/^svi_[\w-]+$/),
      kind: expect.stringMatching(/^(flat|panorama)$/),
      lat: expect.any(Number),
      lng: expect.any(Number),
      distanceMeters: expect.any(Number),
      heading: expect.any(Number),
      capturedAt: expect.stringMatching(/Z$/),
      width: expect.any(Number),
      height: expect.any(Number),
      previewUrl: `/api/trips/${tripId}/street-view/images/${image?.id}/preview`,
      attribution: {
        text: `Photo from Mapillary, CC BY-SA 4.0, by @${image?.attribution.creator}`,
        creator: expect.any(String),
        licenseName: "CC BY-SA 4.0",
        licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
        sourceName: "Mapillary",
        sourceUrl: "https://www.mapillary.com/",
      },
    });
    expect(sent.text).not.toContain(imagery.host);
    expect(sent.text).not.toContain("MLY");
    expect(sent.headers.get("cache-control")).toBe("private, no-store");
  });

  test("that finds nothing says so", async () => {
    imagery.world(worldOf([]));
    const { tripId, owner } = await newPlace();
    const empty = { candidateCount: 0, resultCount: 0, panoramaAvailable: false, images: [] };
    expect(await found(tripId, owner)).toEqual({ outcome: "empty", completeness: "complete", ...empty });
  });
});

describe("ids", () => {
  test("are the same for the same photo in one trip, and others in another one", async () => {
    const { tripId, owner } = await newPlace();
    const other = await newTrip(owner);
    const here = somewhere();
    const ids = async (id: string) => (await found(id, owner, here)).images.map((image) => image.id);
    const first = await ids(tripId);
    expect(await ids(tripId)).toEqual(first);
    const others = await ids(other.id);
    expect(others.filter((id) => first.includes(id))).toEqual([]);
    const params = { tripId: other.id, imageId: first[0] ?? "" };
    expectAbsent(await send(streetViewApi.get, { params, token: owner.token }), "street photo");
  });

  test("that were changed are nothing, and the provider is not asked", async () => {
    const { tripId, owner } = await newPlace();
    const { images } = await found(tripId, owner);
    const id = images[0]?.id ?? "";
    imagery.requests.length = 0;
    const flipped = `${id.slice(0, 30)}${id[30] === "A" ? "B" : "A"}${id.slice(31)}`;
    for (const imageId of [
      flipped,
      id.slice(4),
      `${id}A`,
      id.slice(0, -2),
      "svi_",
      "svi_%00",
      "1".repeat(300),
    ]) {
      const sent = await send(streetViewApi.get, { params: { tripId, imageId }, token: owner.token });
      expectAbsent(sent, "street photo");
    }
    expect(imagery.requests).toEqual([]);
  });

  test("show one photo by one request, from no distance", async () => {
    const { tripId, owner } = await newPlace();
    const [image] = (await found(tripId, owner)).images;
    imagery.requests.length = 0;
    const sent = await send(streetViewApi.get, {
      params: { tripId, imageId: image?.id ?? "" },
      token: owner.token,
    });
    expect(sent.body).toEqual({ ...image, distanceMeters: 0 });
    expect(imagery.requests).toHaveLength(1);
  });

  test("of a photo that the provider has deleted are nothing any more", async () => {
    const { tripId, owner } = await newPlace();
    const [image] = (await found(tripId, owner)).images;
    imagery.world(worldOf([]));
    imagery.requests.length = 0;
    const params = { tripId, imageId: image?.id ?? "" };
    expectAbsent(await send(streetViewApi.get, { params, token: owner.token }), "street photo");
    expectAbsent(await send(streetViewApi.preview, { params, token: owner.token }), "street photo");
    expect(imagery.requests).toHaveLength(2);
  });
});

test("a viewer is told what it needs, and no token", async () => {
  const { tripId, owner } = await newPlace();
  const { body } = await send(streetViewApi.viewerConfig, { params: { tripId }, token: owner.token });
  expect(body).toEqual({
    enabled: true,
    provider: "primary",
    kinds: ["flat", "panorama"],
    panorama: { projection: "equirectangular" },
    search: { defaultRadiusMeters: 100, maxRadiusMeters: 1000, defaultLimit: 5, maxLimit: 10 },
    preview: { maxBytes: 2_097_152, cacheSeconds: 900 },
    attribution: {
      text: "Photo from Mapillary, CC BY-SA 4.0",
      url: "https://www.mapillary.com/",
      licenseName: "CC BY-SA 4.0",
      licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
    },
  });
});
