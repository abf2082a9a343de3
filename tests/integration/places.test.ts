// @alone: moves the clock, which the ids that are made next follow
import { afterEach, describe, expect, test, vi } from "vitest";
import { placesApi } from "#lib/shared/api/places.ts";
import { PlaceDto } from "#lib/shared/places.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, newTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";

afterEach(() => vi.useRealTimers());

function placesIn({ status, body }: RawAnswer): PlaceDto[] {
  expect(status).toBe(200);
  return PlaceDto.array().parse(body);
}

async function search({ token }: Person, query: Record<string, string>): Promise<PlaceDto[]> {
  return placesIn(await send(placesApi.search, { token, query }));
}

function ask({ token }: Person): Promise<RawAnswer> {
  return send(placesApi.search, { token, query: { q: "k" } });
}

async function searchFor({ token }: Person, tripId: string, q: string): Promise<PlaceDto[]> {
  return placesIn(await send(placesApi.searchForTrip, { token, params: { tripId }, query: { q } }));
}

describe("what can't be searched for is refused", () => {
  test.each([
    ["nothing", { q: " " }, "query.q"],
    ["too much", { q: "a".repeat(2001) }, "query.q"],
    ["several lines", { q: "Kyoto\nNara" }, "query.q"],
    ["too many", { q: "kyoto", limit: "11" }, "query.limit"],
    ["half a point", { q: "kyoto", lat: "35" }, "query"],
    ["no point on earth", { q: "kyoto", lat: "91", lng: "0" }, "query.lat"],
    ["from elsewhere", { q: "kyoto", from: "somewhere" }, "query.from"],
    ["what is unknown", { q: "kyoto", near: "nara" }, "query.near"],
  ])("%s", async (_, query, path) => {
    const { token } = await newPerson();
    const { status, body } = await send(placesApi.search, { token, query });
    expect({ status, body }).toEqual({
      status: 422,
      body: expect.objectContaining({
        code: "VALIDATION_FAILED",
        issues: [{ path, message: expect.stringMatching(/./) }],
      }),
    });
  });
});

test("a town comes by its main name, with the one it was found by, its zone and whom to credit", async () => {
  const person = await newPerson();
  const [kyoto] = await search(person, { q: "京都" });
  expect(kyoto).toEqual({
    placeRef: "geonames:1857910",
    name: "Kyoto",
    alsoKnownAs: "京都",
    kind: "city",
    lat: 35.02107,
    lng: 135.75385,
    countryCode: "JP",
    region: "Kyoto",
    timezone: "Asia/Tokyo",
    source: "GeoNames",
    attribution: "GeoNames, CC BY 4.0",
  });
});

test("an airport comes by its code, a country by its name", async () => {
  const person = await newPerson();
  const [airport] = await search(person, { q: "KIX" });
  expect(airport).toMatchObject({
    name: "Kansai International Airport",
    kind: "airport",
    code: "KIX",
    timezone: "Asia/Tokyo",
    source: "OurAirports",
    attribution: "OurAirports",
  });
  const [country] = await search(person, { q: "冰岛" });
  expect(country).toMatchObject({
    name: "Iceland",
    alsoKnownAs: "冰岛",
    kind: "country",
    countryCode: "IS",
    timezone: "Atlantic/Reykjavik",
  });
});

test("readers of Chinese get the names in their signs as the main ones", async () => {
  const { token } = await newPerson();
  const inChinese = async (q: string) =>
    placesIn(await send(placesApi.search, { token, query: { q }, headers: { "accept-language": "zh-CN" } }));
  expect((await inChinese("东京"))[0]).toMatchObject({ name: "东京", alsoKnownAs: "Tokyo" });
  expect((await inChinese("Iceland"))[0]).toMatchObject({ name: "冰岛", alsoKnownAs: "Iceland" });
});

test("another name of a place never stands for its main one", async () => {
  const person = await newPerson();
  const [roma] = await search(person, { q: "Roma" });
  expect(roma).toMatchObject({ name: "Rome", alsoKnownAs: "Roma" });
  const belem = await search(person, { q: "belem", limit: "10" });
  expect(belem).toContainEqual(expect.objectContaining({ name: "Bethlehem", alsoKnownAs: "Belem" }));
});

test("an airport's code in capitals means it alone", async () => {
  const person = await newPerson();
  const codes = async (q: string) => (await search(person, { q })).map(({ code, name }) => code ?? name);
  expect(await codes("LIS")).toEqual(["LIS"]);
  expect((await codes("lis"))[0]).toBe("LIS");
  expect(await codes("lis")).toContain("Lisbon");
});

test("what nothing is called answers an empty list", async () => {
  expect(await search(await newPerson(), { q: "zzqqx vvkk" })).toEqual([]);
});

test("as many come as are asked for, those near the given point first", async () => {
  const person = await newPerson();
  expect(await search(person, { q: "san" })).toHaveLength(8);
  expect(await search(person, { q: "san", limit: "3" })).toHaveLength(3);
  expect(await search(person, { q: "san", limit: "3", from: "embedded" })).toHaveLength(3);
  const [near] = await search(person, { q: "springfield", lat: "42.4", lng: "-72.5" });
  expect(near?.region).toBe("Massachusetts");
});

test("a trip's search looks near its destination, and nearer to where its stops are", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner, { destination: { name: "Illinois", lat: 39.8, lng: -89.6 } });
  expect((await searchFor(owner, trip.id, "springfield"))[0]?.region).toBe("Illinois");
  for (const place of [
    { lat: 42.3, lng: -72.6 },
    { lat: 42.1, lng: -72.5 },
    { lat: 35, lng: 135 },
  ]) {
    await newStop(owner, trip, { place });
  }
  expect((await searchFor(owner, trip.id, "springfield"))[0]?.region).toBe("Massachusetts");
});

test("everyone in a trip searches there, and nobody else", async () => {
  const { tripId, guest, stranger } = await newTripFixture();
  expect((await searchFor(guest, tripId, "kyoto"))[0]?.name).toBe("Kyoto");
  const { status } = await send(placesApi.searchForTrip, {
    token: stranger.token,
    params: { tripId },
    query: { q: "kyoto" },
  });
  expect(status).toBe(404);
});

test("who types fast is answered, a machine is told when to come back, and each counts alone", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const [person, other] = [await newPerson(), await newPerson()];
  const first = await Promise.all(Array.from({ length: 20 }, () => ask(person)));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await ask(person);
  expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await ask(other)).status).toBe(200);
  vi.setSystemTime(Date.now() + 1001);
  expect((await ask(person)).status).toBe(200);
});

test("three hundred searches a minute, whichever way they are asked", async () => {
  const { tripId, owner } = await newTripFixture();
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  for (let second = 0; second < 15; second++) {
    vi.setSystemTime(start + second * 1001);
    await Promise.all(Array.from({ length: 20 }, () => searchFor(owner, tripId, "k")));
  }
  vi.setSystemTime(start + 15 * 1001);
  const { status, headers } = await ask(owner);
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(30);
});
