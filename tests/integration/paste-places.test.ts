// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { shortLink } from "#lib/server/open-services/followed-links.ts";
import { linkClient } from "#lib/server/places/links/resolve-short-link.ts";
import { readPaste } from "#lib/server/places/paste/read-paste.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { startNamedPlaces } from "#tests/doubles/named-places.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { BRIDGE_PATH, uniqueSiteAddress, useMapSites } from "#tests/helpers/map-sites.ts";
import { PARIS, paste, summarizePart, SIGHTS, TOKYO } from "#tests/helpers/pasted.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";
import { ctxOf } from "#tests/helpers/context.ts";

const double = await startNamedPlaces(SIGHTS);
await useMapSites({ PLACE_SEARCH_PROVIDER: "photon", PLACE_SEARCH_URL: double.url });
afterAll(() => double.stop());
beforeEach(() => double.down(false));

async function newPaster(destination = PARIS): Promise<{ person: Person; tripId: string }> {
  const person = await newPerson();
  return { person, tripId: (await newTrip(person, { destination })).id };
}

async function read(text: string, destination = PARIS): Promise<string[]> {
  const { person, tripId } = await newPaster(destination);
  return (await paste(person, tripId, text)).parts.map(summarizePart);
}

const OSM = "https://www.openstreetmap.org/?mlat=48.87&mlon=2.33";

describe("lists", () => {
  test.each<[text: string, parts: string[]]>([
    [
      "- 9:30 Louvre\n- Tour Eiffel\n\n- Eiffel Tower",
      ["found: 09:30 Louvre Museum", "found: Tour Eiffel", "repeated: Eiffel Tower"],
    ],
    [
      "Day 1:\nCafé de Flore, Boulevard Saint-Germain, Paris\nLunch: Café de Flore",
      ["no_name: [Day 1:]", "found: Café de Flore", "repeated: Café de Flore"],
    ],
    ["Café de Flore - book a table\nChez Nobody Knows", ["found: Café de Flore", "none: Chez Nobody Knows"]],
    ["Central Park\nPlace des Vosges", ["unsure: Central Park", "found: Place des Vosges"]],
    [
      "48.8738, 2.295\nArc (48.8738, 2.2951)\n8FW4V75V+8Q",
      ["found: 48.87380, 2.29500", "found: Arc", "found: 48.85831, 2.29444"],
    ],
    [
      `Printemps ${OSM}\n${OSM}1, https://blog.test/post`,
      ["found: Printemps", "found: 48.87000, 2.33100", "link (unknown_site): [https://blog.test/post]"],
    ],
    [`Louvre\n${OSM}`, ["found: Louvre"]],
    [
      "第一天：浅草寺、上野公园\n午餐：不存在的餐厅",
      ["unsure: 浅草寺", "unsure: 上野公园", "none: 午餐：不存在的餐厅"],
    ],
  ])("%j", async (text, parts) => {
    expect(await read(text)).toEqual(parts);
  });

  test("a short link is followed by the service's rules, and one that gives no place is named", async () => {
    const [good, bad] = [
      `https://${uniqueSiteAddress("maps.app.goo.gl")}`,
      "https://www.google.com/maps/placelists/list/abc",
    ];
    const link = shortLink(good);
    if (!link) throw new Error("This is no short link.");
    linkClient(link.hostname).note(
      { url: link.href },
      { leadsTo: `https://www.google.com${BRIDGE_PATH}` },
      60_000,
    );
    await awaitDeferredWork();
    expect(await read(`${good}\n${bad}`)).toEqual(["found: Bridge", `link (list): [${bad}]`]);
  });

  test("a copied page's link is the place of the words that carry it", async () => {
    const { person, tripId } = await newPaster();
    const { parts } = await paste(person, tripId, "Best pastry\nTour Eiffel", [
      { text: "Best pastry", href: OSM },
      { text: "Tour Eiffel", href: "https://blog.test/eiffel" },
    ]);
    expect(parts.map(summarizePart)).toEqual(["found: Best pastry", "found: Tour Eiffel"]);
    expect(parts[0]?.place).toMatchObject({ lat: 48.87, lng: 2.33 });
  });
});

describe("sentences", () => {
  test.each<[text: string, parts: string[], where: typeof PARIS]>([
    [
      "We started at the Louvre Museum. Then we saw the Eiffel Tower, which Bob loved. Central Park is nicer.",
      ["found: Louvre Museum", "found: Eiffel Tower"],
      PARIS,
    ],
    [
      "Nous avons vu le musée du Louvre le matin. Après, la place des Vosges était vide.",
      ["found: Musée du Louvre", "found: Place des Vosges"],
      PARIS,
    ],
    ["上午去浅草寺，下午去上野公园散步。", ["found: 浅草寺", "found: 上野公园"], TOKYO],
    ["朝は浅草寺に行って、とても楽しかった。", ["found: 浅草寺"], TOKYO],
    [
      "nothing of this is the name of any place. it was raining all day long.",
      ["no_name: [nothing of this is the name of any place. it was raining all day long.]"],
      PARIS,
    ],
    ["I flew to Paris. It was late already.", ["unsure: Paris"], PARIS],
  ])("%j", async (text, parts, where) => {
    expect(await read(text, where)).toEqual(parts);
  });
});

test("what the plan has is said, by an object's id and by the exact spot", async () => {
  const { person, tripId } = await newPaster();
  const trip = await newTrip(person, { destination: PARIS });
  await newStop(person, trip, { name: "Tower", place: { lat: 48.8, lng: 2.2, placeRef: "osm:node/2" } });
  await newStop(person, trip, { name: "Spot", dayId: null, place: { lat: 48.8738, lng: 2.295 } });
  const text = "Tour Eiffel\n48.8738, 2.295\nPlace des Vosges";
  const outcomes = async (id: string) => (await paste(person, id, text)).parts.map(({ outcome }) => outcome);
  expect(await outcomes(trip.id)).toEqual(["planned", "planned", "found"]);
  expect(await outcomes(tripId)).toEqual(["found", "found", "found"]);
});

test("one paste asks for so much and no more: the rest comes when it is sent again", async () => {
  const { person, tripId } = await newPaster();
  const ctx = ctxOf(person);
  const links = Array.from({ length: 12 }, () => `https://${uniqueSiteAddress("maps.app.goo.gl")}`);
  const few = { searches: 3, ms: 60_000 };
  const linked = (await readPaste(ctx, tripId, { text: links.join("\n") }, few)).parts;
  expect(linked.filter(({ outcome }) => outcome === "later")).toHaveLength(9);
  const names = Array.from({ length: 12 }, (_, index) => `Nowhere ${index}`);
  const { parts, rest } = await readPaste(
    ctx,
    tripId,
    { text: names.join("\n") },
    { searches: 9, ms: 60_000 },
  );
  const later = parts.filter(({ outcome }) => outcome === "later").map(({ source }) => source);
  expect(parts.map(({ source }) => source)).toEqual(names);
  expect(later.length).toBeGreaterThan(5);
  expect(rest).toBe(later.join("\n"));
});

describe("refused", () => {
  test("of a trip that one may not change, and of others' trips", async () => {
    const { tripId, viewer, guest, stranger } = await newTripFixture();
    const input = { params: { tripId }, body: { text: "Kyoto" } };
    for (const { token } of [viewer, guest]) {
      expect((await send(placesApi.readPaste, { ...input, token })).status).toBe(403);
    }
    expect((await send(placesApi.readPaste, { ...input, token: stranger.token })).status).toBe(404);
    expect((await send(placesApi.readPaste, input)).status).toBe(401);
  });

  test("a text that is too long, or empty", async () => {
    const { person, tripId } = await newPaster();
    const input = { token: person.token, params: { tripId } };
    const long = "At most 20000 characters at once. Paste it in parts.";
    expectRefused(
      await send(placesApi.readPaste, { ...input, body: { text: "a".repeat(20_001) } }),
      422,
      "VALIDATION_FAILED",
      "Some fields need a change.",
      { issues: [{ path: "text", message: long }] },
    );
    expect((await send(placesApi.readPaste, { ...input, body: { text: " \n" } })).status).toBe(422);
    const mebibyte = { text: "a".repeat(1024 * 1024) };
    expect([413, 422]).toContain((await send(placesApi.readPaste, { ...input, body: mebibyte })).status);
  });

  test.each([
    ["control characters", "Tour\u0000 Eiffel", "Remove control characters."],
    ["half a character", "Tour Eiffel \ud800", "This text has a broken character."],
  ])("%s", async (_, text, message) => {
    const { person, tripId } = await newPaster();
    const answer = await send(placesApi.readPaste, {
      token: person.token,
      params: { tripId },
      body: { text },
    });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: "text", message }] } });
  });

  test("too many at once", async () => {
    const { person, tripId } = await newPaster();
    const input = { token: person.token, params: { tripId }, body: { text: "---" } };
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++) statuses.push((await send(placesApi.readPaste, input)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

test("what turns a text around does no harm", async () => {
  expect(await read("\u202eTour Eiffel\u202c")).toEqual(["found: Tour Eiffel"]);
});

test("a text of marks and links without end is answered soon", async () => {
  const { person, tripId } = await newPaster();
  const begun = performance.now();
  const { parts } = await paste(person, tripId, `${"-[ ]".repeat(2000)}\n${"https://".repeat(1400)}`);
  expect(parts.length).toBeGreaterThan(0);
  expect(performance.now() - begun).toBeLessThan(5000);
});

test("what nobody could look up is left for later, and nothing of it is lost", async () => {
  const { person, tripId } = await newPaster();
  double.down(true);
  const text = "Zanzibar Grill\n48.8738, 2.295\nSome Tavern was nice. We liked it.";
  const { parts, rest } = await paste(person, tripId, text);
  expect(parts.map(summarizePart)).toEqual([
    "later: [Zanzibar Grill]",
    "found: 48.87380, 2.29500",
    "later: [Some Tavern was nice.]",
  ]);
  expect(rest).toBe("Zanzibar Grill\nSome Tavern was nice.");
});
