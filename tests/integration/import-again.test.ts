import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { findRepeatedPlaces } from "#lib/client/trips/found-twice.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { ImportResult } from "#lib/shared/imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { copiedByFile } from "#tests/helpers/copied-trips.ts";

async function added(trip: TripDto, person: Person, text: string): Promise<ImportResult> {
  const request = { params: { tripId: trip.id }, file: new Blob([text]) };
  return (await call(importsApi.create, request, as(person))).data;
}

const TABLE = [
  "name,lat,lon,date",
  "A,35.1,135.1,2026-11-14",
  "B,35.2,135.2,2026-11-15",
  "D,35.3,135.3,2026-11-16",
  "Idea,35.4,135.4,",
].join("\n");

test("the same file again adds nothing, whatever became of its stops; one more day of a place is one more stop", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const third = trip.days[2];
  expect(await added(trip, owner, TABLE)).toMatchObject({ added: 4 });
  const { stops } = await readTrip(owner, trip.id);
  const paramsOf = (name: string) => {
    const stopId = stops.find((stop) => stop.name === name)?.id ?? "";
    return { tripId: trip.id, stopId };
  };
  const move = (name: string, dayId: string | null) =>
    call(stopsApi.move, { params: paramsOf(name), body: { dayId, afterId: null } }, as(owner));
  await move("A", third?.id ?? null);
  await move("D", null);
  expect(await added(trip, owner, TABLE)).toMatchObject({ added: 0, skipped: 4 });
  // The days get new dates twice, and afterwards some are deleted.
  await patchTrip(owner, trip.id, { startDate: "2026-11-24", endDate: "2026-11-28", dateMode: "shift" });
  expect(await added(trip, owner, TABLE)).toMatchObject({ added: 0, skipped: 4 });
  await patchTrip(owner, trip.id, { startDate: "2026-12-24", endDate: "2026-12-28", dateMode: "shift" });
  const elsewhere = { name: "Elsewhere", place: { lat: 1, lng: 2 }, notes: "Changed." };
  for (const name of ["B", "Idea"]) {
    await call(stopsApi.update, { params: paramsOf(name), body: elsewhere }, as(owner));
  }
  await patchTrip(owner, trip.id, { startDate: "2026-12-26", endDate: "2026-12-27" });
  const before = await readTrip(owner, trip.id);
  expect(await added(trip, owner, TABLE)).toMatchObject({ added: 0, skipped: 4, joined: 0 });
  expect(await readTrip(owner, trip.id)).toMatchObject({ seq: before.seq, stops: before.stops });
  const more = `${TABLE}\nA,35.1,135.1,2026-11-17`;
  expect(await added(trip, owner, more)).toMatchObject({ added: 1, skipped: 4 });
});

const templeAt = (time: string) => `name,lat,lon,date,time\nTemple,35.1,135.1,2026-11-14,${time}`;

test("another time of the file is named in the preview and the answer, and the stop keeps its own", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await added(trip, owner, templeAt("09:00"));
  const before = await readTrip(owner, trip.id);
  const differs = {
    notices: [{ code: "when-differs", name: "Temple", line: 1, text: "15:00" }],
    warnings: ["“Temple” is there already and keeps its own day and time; the file says 15:00."],
  };
  const preview = await call(
    importsApi.preview,
    { params: { tripId: trip.id }, file: new Blob([templeAt("15:00")]) },
    as(owner),
  );
  expect(preview.data).toMatchObject({ added: [], skipped: [{ name: "Temple" }], ...differs });
  expect(await added(trip, owner, templeAt("15:00"))).toMatchObject({ added: 0, skipped: 1, ...differs });
  expect((await readTrip(owner, trip.id)).stops).toEqual(before.stops);
  expect((await added(trip, owner, templeAt("09:00"))).notices).toEqual([]);
});

test("a stop that somebody has added and moved away is not the file's on the day that it has left", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const stop = await newStop(owner, trip, { id: uuidv7(), name: "A", place: { lat: 35.1, lng: 135.1 } });
  const params = { tripId: trip.id, stopId: stop.id };
  const dayId = trip.days[2]?.id ?? null;
  await call(stopsApi.move, { params, body: { dayId, afterId: null } }, as(owner));
  expect(await added(trip, owner, TABLE.split("\n").slice(0, 2).join("\n"))).toMatchObject({ added: 1 });
});

const COPIES = {
  "a duplicate": async (owner: Person, tripId: string) =>
    (await call(tripsApi.duplicate, { params: { tripId }, body: {} }, as(owner))).data,
  "a copy by its file": copiedByFile,
};

test.each(Object.entries(COPIES))(
  "%s knows what its stops and days were when it was made",
  async (_what, copy) => {
    const owner = await newPerson();
    const original = await newTrip(owner);
    await added(original, owner, TABLE);
    const trip = await copy(owner, original.id);
    const paramsOf = (name: string) => {
      const stopId = trip.stops.find((stop) => stop.name === name)?.id ?? "";
      return { tripId: trip.id, stopId };
    };
    const dayId = trip.days[3]?.id ?? null;
    // The stop moves twice, so that its last old value differs from its first.
    for (const to of [null, dayId])
      await call(stopsApi.move, { params: paramsOf("A"), body: { dayId: to, afterId: null } }, as(owner));
    const elsewhere = { name: "Elsewhere", place: { lat: 1, lng: 2 }, notes: "Changed." };
    await call(stopsApi.update, { params: paramsOf("Idea"), body: elsewhere }, as(owner));
    await patchTrip(owner, trip.id, { startDate: "2026-11-24", endDate: "2026-11-28", dateMode: "shift" });
    expect(await added(trip, owner, TABLE)).toMatchObject({ added: 0, skipped: 4, joined: 0 });
    const more = `${TABLE}\nA,35.1,135.1,2026-11-18`;
    expect(await added(trip, owner, more)).toMatchObject({ added: 1, skipped: 4 });
  },
);

const LATER: Array<[string, string]> = [
  ["the same place", "A,35.1,135.1,2026-11-14,,"],
  ["its spot under another name", "Renamed,35.1,135.1,2026-11-14,,"],
  ["its spot without a day", "A,35.1,135.1,,,"],
  ["its spot on another day", "A,35.1,135.1,2026-11-15,,"],
  ["its spot twice", "A,35.1,135.1,2026-11-14,,\nTwin,35.1,135.1,2026-11-14,,"],
  ["its name elsewhere", "A,35.9,135.9,2026-11-14,,"],
  ["an id that it has", "Café,36.1,135.1,,https://maps.google.com/?cid=77,"],
  ["another id at its spot", "Other,35.5,135.5,,https://maps.google.com/?cid=78,"],
  ["what is said of it and no more", "Idea,35.4,135.4,,,By the pond"],
  ["a place on a day that the trip lacks", "Idea,35.4,135.4,2031-01-01,,"],
];

test.each(LATER)(
  "a later file of one import has %s: it adds what its preview and that of the file before tell together",
  async (_, rows) => {
    const owner = await newPerson();
    const trip = await newTrip(owner);
    const head = "name,lat,lon,date,url,notes";
    const first = `${head}\nA,35.1,135.1,2026-11-14,,\nCafé,35.5,135.5,,https://maps.google.com/?cid=77,\nIdea,35.4,135.4,,,By the pond`;
    const files = [first, `${head}\n${rows}`];
    const looked = [];
    for (const text of files) {
      const request = { params: { tripId: trip.id }, file: new Blob([text]) };
      looked.push((await call(importsApi.preview, request, as(owner))).data.added);
    }
    const [, repeated] = findRepeatedPlaces(looked);
    await added(trip, owner, first);
    const result = await added(trip, owner, `${head}\n${rows}`);
    expect(looked[1]?.filter((row) => !repeated?.has(row))).toHaveLength(result.added);
  },
);
