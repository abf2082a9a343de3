import { expect, test } from "vitest";
import { placesApi } from "#lib/shared/api/places.ts";
import { PlaceDto } from "#lib/shared/places.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";

async function search({ token }: Person, query: Record<string, string>): Promise<PlaceDto[]> {
  const { status, body } = await send(placesApi.search, { token, query });
  expect(status).toBe(200);
  return PlaceDto.array().parse(body);
}

test("a pasted point is one place, with the zone and town around it", async () => {
  const person = await newPerson();
  expect(await search(person, { q: "34.9948, 135.785" })).toEqual([
    {
      placeRef: "point:34.9948,135.785",
      name: "34.99480, 135.78500",
      kind: "point",
      lat: 34.9948,
      lng: 135.785,
      countryCode: "JP",
      region: "Kyoto",
      near: "Kyoto",
      timezone: "Asia/Tokyo",
      source: "GeoNames",
      attribution: "GeoNames, CC BY 4.0",
    },
  ]);
});

test("a link's name names it, however long the link", async () => {
  const person = await newPerson();
  const link = `https://www.google.com/maps/place/%E6%B8%85%E6%B0%B4%E5%AF%BA/@35.1,135.1,17z/data=${"!1s0".repeat(200)}!3d34.9948!4d135.785`;
  expect(await search(person, { q: link })).toMatchObject([{ name: "清水寺", lat: 34.9948, kind: "point" }]);
  const osm = "https://www.openstreetmap.org/node/123#map=17/34.9948/135.785";
  expect(await search(person, { q: osm })).toMatchObject([{ placeRef: "osm:node/123", lng: 135.785 }]);
});

test("a link that only has a name is searched by it", async () => {
  const person = await newPerson();
  const named = "https://www.google.com/maps/search/?api=1&query=Kyoto%2C+Japan";
  expect((await search(person, { q: named }))[0]).toMatchObject({ name: "Kyoto", kind: "city" });
});

test("where nothing leaves the service, a short link is refused with what to do", async () => {
  const { token } = await newPerson();
  const query = { q: "https://maps.app.goo.gl/abc123" };
  const message =
    "Short links are not followed here. Open the link and copy the long address that it leads to, or search by name.";
  expectRefused(await send(placesApi.search, { token, query }), 422, "VALIDATION_FAILED", message, {
    issues: [{ path: "query.q", message }],
    details: { link: "off" },
  });
});

test("a name that comes with such a link is searched for", async () => {
  const person = await newPerson();
  const shared = await search(person, { q: "Kyoto https://maps.app.goo.gl/abc123" });
  expect(shared[0]).toMatchObject({ name: "Kyoto", kind: "city" });
});

test("a short Plus code is near the locality that it names, else near the trip, else nowhere", async () => {
  const person = await newPerson();
  const zurich = [
    { name: "9G8F+6X Zürich", lat: expect.closeTo(47.36556, 4), lng: expect.closeTo(8.52494, 4) },
  ];
  expect(await search(person, { q: "9G8F+6X Zürich" })).toMatchObject(zurich);
  expect(await search(person, { q: "9G8F+6X" })).toEqual([]);
  expect(await search(person, { q: "9G8F+6X Nowhereville-qqq" })).toEqual([]);
  const trip = await newTrip(person, { destination: { name: "Zürich", lat: 47.37, lng: 8.55 } });
  const { body } = await send(placesApi.searchForTrip, {
    token: person.token,
    params: { tripId: trip.id },
    query: { q: "9G8F+6X" },
  });
  expect(body).toMatchObject([{ name: "9G8F+6X", timezone: "Europe/Zurich", countryCode: "CH" }]);
});

test("at sea there is no country, and the clock is the sun's", async () => {
  const person = await newPerson();
  expect(await search(person, { q: "0, -150" })).toEqual([
    {
      placeRef: "point:0,-150",
      name: "0.00000, -150.00000",
      kind: "point",
      lat: 0,
      lng: -150,
      countryCode: null,
      region: null,
      timezone: "Etc/GMT+10",
      source: "coordinates",
      attribution: "",
    },
  ]);
});
