// @alone: sets the environment, which the service reads once
import { describe, expect, test } from "vitest";
import { PlaceAbout, PlannedHours } from "#lib/shared/place-about.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newStop, newTrip } from "#tests/factories/trips.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { expectAbsent } from "#tests/helpers/refusals.ts";

const lore = await usePlaceFacts();

/** The id of the last object that a test has used; each test uses another object, because answers are cached. */
let lastId = 1;
function newObject(tags: Record<string, string>) {
  lastId += 1;
  const entity = `Q${lastId}`;
  lore.tags.set(`node/${lastId}`, { name: "Casino", wikidata: entity, ...tags });
  return { ref: `osm:node/${lastId}`, entity };
}

const ann = await newPerson();
const { id: tripId } = await newTrip(ann);

async function about(ref: string, more: { from?: string; to?: string; language?: string } = {}) {
  const { language = "en", ...query } = more;
  const sent = await send(placesApi.about, {
    params: { tripId },
    query: { lat: "43.7393", lng: "7.4282", ref, ...query },
    token: ann.token,
    headers: { "x-app-lang": language },
  });
  expect(sent).toMatchObject({ status: 200 });
  return PlaceAbout.parse(sent.body);
}

test("a place has its facts, its hours by day, a paragraph and a picture with their licences", async () => {
  const { ref, entity } = newObject({
    opening_hours: "Mo-Fr 10:00-19:00; PH off",
    website: "casino.example/visit",
    phone: "+377 98 06 21 21;+377 98",
    cuisine: "italian;fine_dining",
    wheelchair: "limited",
    fee: "yes",
  });
  lore.entities.set(entity, { sites: { frwiki: "Casino", enwiki: "The Casino" }, picture: "Casino.jpg" });
  lore.licences.set("Casino.jpg", "CC BY-SA 4.0");
  const found = await about(ref, { from: "2027-01-01", to: "2027-01-02" });
  expect(found).toEqual({
    ref,
    facts: {
      hours: {
        text: "Mo-Fr 10:00-19:00; PH off",
        days: [
          { date: "2027-01-01", spans: [] },
          { date: "2027-01-02", spans: [] },
        ],
        isWithoutHolidays: false,
      },
      website: "https://casino.example/visit",
      phone: "+377 98 06 21 21",
      cuisine: ["italian", "fine dining"],
      wheelchair: "limited",
      fee: "yes",
    },
    article: {
      title: "The Casino",
      text: "The Casino, in en.",
      language: "en",
      url: `${lore.url}/en/wiki/The_Casino`,
      attribution: {
        text: "Wikipedia",
        licence: { text: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0/" },
      },
    },
    picture: {
      path: `/api/trips/${tripId}/places/picture?ref=${encodeURIComponent(ref)}`,
      width: 640,
      height: 400,
      author: "Ann Lee",
      licence: { text: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0" },
      url: `${lore.url}/wiki/Casino.jpg`,
    },
    attribution: [{ text: "© OpenStreetMap contributors", href: "https://www.openstreetmap.org/copyright" }],
    isPending: false,
  });
  expect(lore.asked.toSorted()).toEqual(["entities", "facts", "files", "summary"]);
  await about(ref);
  expect(lore.asked).toHaveLength(4);

  const picture = await handlerFetch(`http://localhost:3000${found.picture?.path}`, {
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(picture.headers.get("cache-control")).toBe("private, max-age=604800");
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
});

test.each([
  ["zh", { zhwiki: "赌场", enwiki: "Casino" }, "赌场, in zh."],
  ["zh", { enwiki: "Casino", frwiki: "Le Casino" }, "Casino, in en."],
  ["en", { frwiki: "Le Casino" }, "Le Casino, in fr."],
  ["en", { enwiki: "Many" }, undefined],
  ["en", { enwiki: "Nobody" }, undefined],
  ["en", { commonswiki: "Category:Casino" }, undefined],
])("in %s, of the articles %j, one reads %j", async (language, sites, text) => {
  const { ref, entity } = newObject({});
  lore.entities.set(entity, { sites });
  expect((await about(ref, { language })).article?.text).toBe(text);
});

describe("a title that a place's own tags give", () => {
  const elsewhere = "http://127.0.0.1:9/en/api/rest_v1/page/summary/Casino";
  test.each([
    ["leads to the article's own", "Le Casino", { "Le Casino": "Casino" }, "Casino, in en."],
    ["leads to another service", "Out", { Out: elsewhere }, undefined],
    ["leads in circles", "Round", { Round: "About", About: "Round" }, undefined],
  ])("%s", async (_, title, redirects, text) => {
    for (const [from, to] of Object.entries(redirects)) lore.redirects.set(`en/${from}`, to);
    lastId += 1;
    lore.tags.set(`node/${lastId}`, { name: "Casino", wikipedia: `en:${title}` });
    const { article, isPending } = await about(`osm:node/${lastId}`);
    expect([article?.text, isPending]).toEqual([text, false]);
  });
});

test("a picture whose licence nobody says is not shown, and not passed on", async () => {
  const { ref, entity } = newObject({});
  lore.entities.set(entity, { sites: {}, picture: "Bare.jpg" });
  lore.licences.set("Bare.jpg", null);
  expect((await about(ref)).picture).toBeNull();
  const sent = await send(placesApi.picture, { params: { tripId }, query: { ref }, token: ann.token });
  expectAbsent(sent, "picture");
  expect(lore.asked).not.toContain("bytes");
});

test("nothing is asked of a place that no object of the map is known of, and strangers learn nothing", async () => {
  const nothing = { ref: null, facts: null, article: null, picture: null, attribution: [], isPending: false };
  expect(await about("geonames:1857910")).toEqual(nothing);
  expect(lore.asked).toEqual([]);
  expect((await about("osm:node/999999")).facts).toBeNull();
  const eve = await newPerson();
  const query = { lat: "1", lng: "2", ref: "osm:node/1" };
  expectAbsent(await send(placesApi.about, { params: { tripId }, query, token: eve.token }), "trip");
});

test("tags that are no proper values are left out", async () => {
  const { ref } = newObject({
    opening_hours: "always, nearly",
    website: "javascript:alert(1)",
    phone: "call us!",
    wheelchair: "perhaps",
    fee: "interval",
  });
  const { facts } = await about(ref, { from: "2027-01-01", to: "2027-01-01" });
  expect(facts).toEqual({
    hours: null,
    website: null,
    phone: null,
    cuisine: [],
    wheelchair: null,
    fee: null,
  });
});

describe("where a service is in trouble", () => {
  test.each(["entities", "summary", "files"] as const)("what the others know is told: %s", async (kind) => {
    const { ref, entity } = newObject({ phone: "+377 1234" });
    lore.entities.set(entity, { sites: { enwiki: `Of ${entity}` }, picture: `${entity}.jpg` });
    lore.licences.set(`${entity}.jpg`, "CC0");
    lore.troubles.set(kind, "error");
    const { facts, article, picture, isPending } = await about(ref);
    expect({ phone: facts?.phone, article: article !== null, picture: picture !== null, isPending }).toEqual({
      phone: "+377 1234",
      article: kind === "files",
      picture: kind === "summary",
      isPending: true,
    });
    lore.troubles.clear();
    expect(await about(ref)).toMatchObject({ isPending: false, article: {}, picture: {} });
  });

  test("an answer that ran out of time does not say that nothing is there", async () => {
    const { ref } = newObject({ phone: "+377 1234" });
    lore.remark.text = 'runtime error: Query timed out in "query" at line 1 after 9 seconds.';
    expect(await about(ref)).toMatchObject({ facts: null, isPending: true });
    lore.remark.text = null;
    expect(await about(ref)).toMatchObject({ facts: { phone: "+377 1234" }, isPending: false });
  });

  test("a picture that cannot be had may be asked for again", async () => {
    const { ref, entity } = newObject({});
    lore.entities.set(entity, { sites: {}, picture: "Later.jpg" });
    lore.licences.set("Later.jpg", "CC0");
    lore.troubles.set("bytes", "error");
    const input = { params: { tripId }, query: { ref }, token: ann.token };
    expect(await send(placesApi.picture, input)).toMatchObject({ status: 503 });
  });
});

function place(ref: string) {
  return { lat: 43.7393, lng: 7.4282, placeRef: ref };
}

async function plannedHours(of: string) {
  const sent = await send(placesApi.plannedHours, { params: { tripId: of }, token: ann.token });
  expect(sent).toMatchObject({ status: 200 });
  return PlannedHours.parse(sent.body);
}

describe("hours of the plan's places", () => {
  test("are told of each stop's day and the day before, but where somebody typed them", async () => {
    const trip = await newTrip(ann, { startDate: "2026-12-24", endDate: "2026-12-25" });
    const { ref } = newObject({ opening_hours: "Mo-Su 10:00-18:00; PH off" });
    const silent = newObject({});
    const on = (index: number) => ({ dayId: trip.days[index]?.id ?? "" });
    const open = await newStop(ann, trip, { ...on(0), place: place(ref) });
    const shut = await newStop(ann, trip, { ...on(1), place: place(ref) });
    await newStop(ann, trip, { ...on(1), place: place(silent.ref) });
    await newStop(ann, trip, { ...on(1), place: place(ref), hours: {} });
    await newStop(ann, trip, { dayId: null, place: place(ref) });
    await newStop(ann, trip, { ...on(0), place: { lat: 43.7393, lng: 7.4282 } });
    const usual = [{ opens: "10:00", closes: "18:00" }];
    expect(await plannedHours(trip.id)).toEqual({
      stops: [
        {
          stopId: open.id,
          days: [
            { date: "2026-12-23", spans: usual },
            { date: "2026-12-24", spans: usual },
          ],
        },
        {
          stopId: shut.id,
          days: [
            { date: "2026-12-24", spans: usual },
            { date: "2026-12-25", spans: [] },
          ],
        },
      ],
      attribution: { text: "© OpenStreetMap contributors", href: "https://www.openstreetmap.org/copyright" },
      isPending: false,
    });
    // A place that is on several days is requested once.
    expect(lore.asked).toEqual(["facts", "facts"]);
  });

  test("are told as far as they are known while the service is in trouble", async () => {
    const trip = await newTrip(ann, { startDate: "2026-12-24", endDate: "2026-12-25" });
    const known = newObject({ opening_hours: "24/7" });
    const unknown = newObject({ opening_hours: "24/7" });
    const dayId = trip.days[0]?.id ?? "";
    const stop = await newStop(ann, trip, { dayId, place: place(known.ref) });
    await plannedHours(trip.id);
    await newStop(ann, trip, { dayId, place: place(unknown.ref) });
    lore.troubles.set("facts", "error");
    const told = await plannedHours(trip.id);
    expect({ ids: told.stops.map(({ stopId }) => stopId), isPending: told.isPending }).toEqual({
      ids: [stop.id],
      isPending: true,
    });
    lore.troubles.clear();
    expect(await plannedHours(trip.id)).toMatchObject({ stops: [{}, {}], isPending: false });
  });

  test("are none of a stranger's business", async () => {
    const eve = await newPerson();
    expectAbsent(await send(placesApi.plannedHours, { params: { tripId }, token: eve.token }), "trip");
  });
});
