import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { ImportPreview, ImportResult } from "#lib/shared/imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, lastGroup, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";

const gpx = (inner: string) => `<gpx version="1.1">${inner}</gpx>`;
/** Returns a waypoint; each name has different coordinates. */
const wpt = (name: string, more = "") => {
  const east = Array.from(name).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7);
  return `<wpt lat="35.0116" lon="${(135 + east / 10_000).toFixed(4)}"><name>${name}</name>${more}</wpt>`;
};

const at = (lat: number, name: string) => `<wpt lat="${lat}" lon="135.7"><name>${name}</name></wpt>`;

const on = (date: string) => `<time>${date}T03:00:00Z</time>`;
const many = (from: number, count: number) =>
  gpx(Array.from({ length: count }, (_, index) => wpt(`S${from + index}`)).join(""));

function upload(
  kind: "preview" | "create",
  { id }: TripDto,
  person: Person,
  text: string,
  more: object = {},
): Promise<RawAnswer> {
  return send(importsApi[kind], {
    params: { tripId: id },
    token: person.token,
    form: fileForm(text),
    ...more,
  });
}

async function added(trip: TripDto, person: Person, text: string, into = "days"): Promise<ImportResult> {
  const sent = await upload("create", trip, person, text, { query: { into } });
  if (sent.status !== 200) throw new Error(sent.text);
  return JSON.parse(sent.text);
}

/** Returns the names of stops by date; the key `ideas` has those of Ideas. */
async function plan(person: Person, tripId: string): Promise<Record<string, string[]>> {
  const { days, stops } = await readTrip(person, tripId);
  const places = [...days.map(({ id, date }) => [id, date] as const), [null, "ideas"] as const];
  const named = places.map(
    ([dayId, name]) => [name, stops.filter((stop) => stop.dayId === dayId).map((stop) => stop.name)] as const,
  );
  return Object.fromEntries(named.filter(([, names]) => names.length > 0));
}

test("places go behind what stands on their day, the rest into Ideas, in the file's order and as one group", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await newStop(owner, trip, { name: "First" });
  await newStop(owner, trip, { dayId: null, name: "Idea" });
  const text = gpx(
    [wpt("B"), wpt("A", on("2026-11-14")), wpt("Far", on("2030-01-01")), wpt("C", on("2026-11-14"))].join(""),
  );
  const { seq } = await readTrip(owner, trip.id);
  expect(await added(trip, owner, text)).toMatchObject({ added: 4, skipped: 0, stopIds: { length: 4 } });
  expect(await plan(owner, trip.id)).toEqual({
    "2026-11-14": ["First", "A", "C"],
    ideas: ["Idea", "B", "Far"],
  });
  const group = await lastGroup(owner, trip.id, seq);
  expect(group.map(({ op }) => op)).toEqual(["stop.created", "stop.created", "stop.created", "stop.created"]);
  await call(eventsApi.undo, { params: { tripId: trip.id, seq: seq + 1 } }, as(owner));
  expect(await plan(owner, trip.id)).toEqual({ "2026-11-14": ["First"], ideas: ["Idea"] });
});

test("a preview says what an import then does, and writes nothing", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await newStop(owner, trip, { name: "Golden pavilion", place: { lat: 35.1, lng: 135.7 } });
  await newStop(owner, trip, { name: "7-Eleven", place: { lat: 35.2, lng: 135.7 } });
  const text = gpx(
    [
      at(35.1, "KINKAKU-JI"),
      at(35.3, "7-Eleven"),
      at(35.4, ""),
      at(35.5, "New"),
      at(35.5, "New"),
      "<trk/>",
    ].join(""),
  );
  const before = await fingerprint();
  const sent = await upload("preview", trip, owner, text);
  expect(await fingerprint()).toEqual(before);
  const preview: ImportPreview = JSON.parse(sent.text);
  expect(preview.added.map(({ name, dayId }) => [name, dayId])).toEqual([
    ["7-Eleven", null],
    ["35.40000, 135.70000", null],
    ["New", null],
  ]);
  expect(preview.skipped.map(({ name, reason }) => [name, reason])).toEqual([
    ["New", "duplicate"],
    ["KINKAKU-JI", "duplicate"],
    ["", "track"],
  ]);
  expect(preview.notices.map(({ code }) => code)).toEqual(["nameless-named", "track"]);
  const { notices, warnings } = preview;
  expect(await added(trip, owner, text)).toMatchObject({ added: 3, skipped: 3, notices, warnings });
});

test("the same file again adds nothing, whatever its key", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const headers = { "idempotency-key": uuidv7() };
  const first = await upload("create", trip, owner, gpx(wpt("A")), { headers });
  const again = await upload("create", trip, owner, gpx(wpt("A")), { headers });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("x-trip-seq")).toBe(first.headers.get("x-trip-seq"));
  const intoIdeas = { headers, query: { into: "ideas" } };
  const others = [
    await upload("create", trip, owner, gpx(wpt("B")), { headers }),
    await upload("create", trip, owner, gpx(wpt("A")), intoIdeas),
    await upload("create", await newTrip(owner), owner, gpx(wpt("A")), { headers }),
  ];
  for (const other of others) expect(other).toMatchObject({ status: 409, body: { code: "KEY_REUSED" } });
  expect(await added(trip, owner, gpx(wpt("A")))).toEqual({
    added: 0,
    skipped: 1,
    joined: 0,
    stopIds: [],
    notices: [],
  });
  expect(await plan(owner, trip.id)).toEqual({ ideas: ["A"] });
});

test("asked for at once, it is added once", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const results = await Promise.all(
    Array.from({ length: 4 }, () => added(trip, owner, gpx(wpt("A") + wpt("B")))),
  );
  expect(results.map((result) => result.added).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2]);
  expect(await plan(owner, trip.id)).toEqual({ ideas: ["A", "B"] });
});

test("a trip holds 2000 stops, and the preview names those that don't fit", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await added(trip, owner, many(0, 1500));
  await added(trip, owner, many(1500, 498));
  const { body } = await upload("preview", trip, owner, many(1998, 4));
  expect(body).toMatchObject({
    added: { length: 2 },
    skipped: [{ name: "S2000", reason: "full" }, { reason: "full" }],
    notices: [{ code: "full", count: 2, limit: 2000 }],
  });
  expect(await added(trip, owner, many(1998, 4))).toMatchObject({ added: 2, skipped: 2 });
  expect((await readTrip(owner, trip.id)).stops).toHaveLength(2000);
});

describe("what one trip exports, another one imports", () => {
  test.each(["gpx", "kml", "csv", "json"])("as %s", async (format) => {
    const owner = await newPerson();
    const [from, to] = [await newTrip(owner), await newTrip(owner)];
    const place = { lat: 34.9671, lng: 135.7727, address: "68 Fukakusa" };
    const notes = 'Early & <b>"quiet"</b>';
    await newStop(owner, from, {
      dayId: from.days[1]?.id ?? null,
      name: "A & <B>",
      place,
      notes,
      startTime: "09:00",
    });
    await newStop(owner, from, { dayId: null, name: "Idée 伏見", place: { lat: -33.9, lng: 151.2 } });
    const file = await send(exportsApi.read, {
      params: { tripId: from.id },
      query: { format },
      token: owner.token,
    });
    expect(await added(to, owner, file.text)).toMatchObject({ added: 2, skipped: 0 });
    expect(await plan(owner, to.id)).toEqual({ "2026-11-15": ["A & <B>"], ideas: ["Idée 伏見"] });
    const { stops } = await readTrip(owner, to.id);
    const [planned, idea] = ["A & <B>", "Idée 伏見"].map((name) => stops.find((stop) => stop.name === name));
    expect(planned?.place).toEqual({ address: "68 Fukakusa", lat: 34.9671, lng: 135.7727 });
    expect(planned).toMatchObject({ notes, startTime: "09:00" });
    expect(idea?.place).toMatchObject({ lat: -33.9, lng: 151.2 });
  });
});

/** Returns the stops' own time zones by name, as an import into the trip leaves them. */
async function clocks(person: Person, tripId: string): Promise<Record<string, string | null>> {
  const { stops } = await readTrip(person, tripId);
  return Object.fromEntries(stops.map(({ name, timezone }) => [name, timezone]));
}

test("times of a trip's file are those of its clocks, which once became the other trip's", async () => {
  const owner = await newPerson();
  const from = await newTrip(owner, { timezone: "America/New_York" });
  const [, second] = from.days.map(({ id }) => id);
  const dayOf = { params: { tripId: from.id, dayId: second ?? "" } };
  await call(daysApi.update, { ...dayOf, body: { timezone: "Asia/Tokyo" } }, as(owner));
  await newStop(owner, from, { name: "Museum", startTime: "09:00" });
  await newStop(owner, from, { name: "Call home", startTime: "10:00", timezone: "Europe/London" });
  await newStop(owner, from, { name: "Sushi", endTime: "12:00", dayId: second ?? null });
  await newStop(owner, from, { name: "Any time" });
  const query = { format: "json" };
  const file = await send(exportsApi.read, { params: { tripId: from.id }, query, token: owner.token });
  const here = { timezone: "Europe/London" };
  const [planned, ideas, same] = [
    await newTrip(owner, here),
    await newTrip(owner, here),
    await newTrip(owner, { timezone: "America/Toronto" }),
  ];
  for (const trip of [planned, same]) await added(trip, owner, file.text);
  await added(ideas, owner, file.text, "ideas");
  const others = { "Call home": null, "Any time": null };
  expect(await clocks(owner, planned.id)).toEqual({
    ...others,
    Museum: "America/New_York",
    Sushi: "Asia/Tokyo",
  });
  expect(await clocks(owner, same.id)).toMatchObject({ Museum: null, "Call home": "Europe/London" });
  // Ideas keep their times, and therefore also the time zones of these times.
  expect(await clocks(owner, ideas.id)).toEqual({
    ...others,
    Museum: "America/New_York",
    Sushi: "Asia/Tokyo",
  });
});

test("places go by the clock of where they are, as those that are added by hand do", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner, { timezone: "Europe/London" });
  const spots = { Louvre: [48.8606, 2.3376], Belém: [38.6916, -9.216], Tower: [51.5081, -0.0759] } as const;
  const marks = Object.entries(spots).map(
    ([name, [lat, lng]]) =>
      `<Placemark><name>${name}</name><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>`,
  );
  await added(trip, owner, `<kml><Document>${marks.join("")}</Document></kml>`);
  await added(trip, owner, gpx(wpt("Gion", on("2026-11-14"))));
  const imported = await clocks(owner, trip.id);
  expect(imported).toEqual({ Louvre: "Europe/Paris", Belém: null, Tower: null, Gion: "Asia/Tokyo" });
  for (const [name, [lat, lng]] of Object.entries(spots)) {
    expect((await newStop(owner, trip, { place: { lat, lng } })).timezone).toBe(imported[name]);
  }
});

test("a file that can't be read leaves the trip alone and says why", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const before = await fingerprint();
  const laughs = `<!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${gpx("<wpt><name>&b;</name></wpt>")}`;
  expect(await upload("create", trip, owner, laughs)).toMatchObject({
    status: 422,
    body: {
      code: "VALIDATION_FAILED",
      issues: [
        { path: "file", message: "The file has a document type (DTD), which is not read for safety." },
      ],
    },
  });
  const large = await upload("create", trip, owner, gpx("x".repeat(11 * 1024 * 1024)));
  expect(large).toMatchObject({ status: 413, body: { code: "TOO_LARGE" } });
  expect(await fingerprint()).toEqual(before);
});

test("an archived trip takes no places", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await call(tripsApi.archive, { params: { tripId: trip.id } }, as(owner));
  expect(await upload("create", trip, owner, gpx(wpt("A")))).toMatchObject({
    status: 409,
    body: { code: "ARCHIVED" },
  });
});
