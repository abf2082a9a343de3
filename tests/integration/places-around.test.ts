// @alone: sets the environment, which the service reads once
import { expect, test } from "vitest";
import { placesApi } from "#lib/shared/api/places.ts";
import { PlacesAround } from "#lib/shared/places-around.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { expectAbsent } from "#tests/helpers/refusals.ts";

const lore = await usePlaceFacts();
const ann = await newPerson();
const { id: tripId } = await newTrip(ann);

let lastId = 0;
/** Returns a street that no other test uses, because answers are cached. */
function newStreet() {
  lastId += 1;
  const [lat, lng] = [43.7 + lastId / 20, 7.42];
  const box = { south: lat - 0.0005, west: lng - 0.0005, north: lat + 0.0005, east: lng + 0.0005 };
  return {
    query: Object.fromEntries(Object.entries(box).map(([side, degrees]) => [side, degrees.toFixed(4)])),
    put(name: string, tags: Record<string, string>, aside = 0) {
      lastId += 1;
      lore.placed.set(`${name}/${lastId}`, { lat: lat + aside, lng, tags });
      return `osm:${name}/${lastId}`;
    },
  };
}

async function around(query: Record<string, string>, { category = "eat", language = "en" } = {}) {
  const sent = await send(placesApi.around, {
    params: { tripId },
    query: { category, ...query },
    token: ann.token,
    headers: { "x-app-lang": language },
  });
  expect(sent).toMatchObject({ status: 200 });
  return PlacesAround.parse(sent.body);
}

test("places of a category come with their hours of today, those in the middle first, and are asked for once", async () => {
  const street = newStreet();
  const far = street.put("way", { amenity: "fast_food", name: "Pizza" }, 0.0004);
  const near = street.put("node", {
    amenity: "restaurant",
    name: "Chez Lea",
    "name:zh": "莉亚餐厅",
    opening_hours: "24/7",
    website: "lea.example",
  });
  street.put("node", { amenity: "restaurant" });
  street.put("node", { amenity: "cafe", name: "Bar Kaffee" });
  street.put("node", { amenity: "restaurant", name: "Elsewhere" }, 0.01);
  const { places, timezone, date, ...rest } = await around(street.query);
  expect(rest).toEqual({
    attribution: [{ text: "© OpenStreetMap contributors", href: "https://www.openstreetmap.org/copyright" }],
    isMore: false,
    isTooLarge: false,
    isPending: false,
  });
  expect(places.map(({ placeRef, name, category }) => [placeRef, name, category])).toEqual([
    [near, "Chez Lea", "restaurant"],
    [far, "Pizza", "restaurant"],
  ]);
  expect(timezone).toMatch(/^Europe\//);
  expect(places[0]?.facts.website).toBe("https://lea.example");
  expect(places[0]?.facts.hours?.days.map((day) => day.date).at(-1)).toBe(date);
  expect(places[0]?.facts.hours?.days.at(-1)?.spans).toEqual([{ opens: "00:00", closes: "00:00" }]);
  const [first] = (await around(street.query, { language: "zh" })).places;
  expect([first?.name, first?.localName]).toEqual(["莉亚餐厅", "Chez Lea"]);
  expect(lore.asked).toEqual(["around"]);
  expect((await around(street.query, { category: "coffee" })).places).toMatchObject([{ name: "Bar Kaffee" }]);
});

test("a view that moves a little asks for nothing, and one that moves on only for what is new", async () => {
  const street = newStreet();
  street.put("node", { amenity: "restaurant", name: "Chez Lea" });
  await around(street.query);
  await expect.poll(async () => (await around(street.query)).places.length).toBe(1);
  expect(lore.cells).toHaveLength(1);
  const further = street.put("node", { amenity: "restaurant", name: "Further" }, 0.003);
  const { places } = await around({ ...street.query, north: String(Number(street.query["north"]) + 0.003) });
  expect(places.map(({ placeRef }) => placeRef)).toContain(further);
  expect(lore.cells).toHaveLength(2);
  const [first = 0, more = 0] = lore.cells;
  expect(more).toBeLessThanOrEqual(first);
});

test("what nobody names is there all the same, and more than can be told of is said", async () => {
  const street = newStreet();
  street.put("node", { amenity: "toilets", fee: "no" });
  const found = await around(street.query, { category: "toilets" });
  expect(found).toMatchObject({ places: [{ name: null, facts: { fee: "no" } }], isMore: false });
  for (let count = 0; count < 70; count++) street.put("node", { amenity: "restaurant", name: `R ${count}` });
  const many = await around(street.query);
  expect([many.places.length, many.isMore]).toEqual([60, true]);
});

test("a view of a whole region is asked of nobody", async () => {
  const found = await around({ south: "43", west: "7", north: "44", east: "8" });
  expect(found).toMatchObject({ places: [], isTooLarge: true, isPending: false });
  expect(lore.asked).toEqual([]);
});

test("a service that gives up in the middle has told nothing: it is asked again, and nothing of it is kept", async () => {
  const street = newStreet();
  const ref = street.put("node", { amenity: "restaurant", name: "Chez Lea" });
  lore.remark.text = 'runtime error: Query timed out in "query" at line 1 after 9 seconds.';
  expect(await around(street.query)).toMatchObject({ places: [], isPending: true });
  lore.remark.text = null;
  lore.troubles.set("around", "error");
  expect(await around(street.query)).toMatchObject({ places: [], isPending: true });
  lore.troubles.clear();
  expect(await around(street.query)).toMatchObject({ places: [{ placeRef: ref }], isPending: false });
});

test("strangers learn nothing, and a box without a height is refused", async () => {
  const { query } = newStreet();
  const eve = await newPerson();
  const asked = { params: { tripId }, query: { category: "eat", ...query } };
  expectAbsent(await send(placesApi.around, { ...asked, token: eve.token }), "trip");
  const flat = { ...asked.query, north: query["south"] ?? "" };
  const sent = await send(placesApi.around, { ...asked, query: flat, token: ann.token });
  expect(sent.status).toBe(422);
  expect(lore.asked).toEqual([]);
});
