import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { parseCsv } from "#lib/server/imports/csv.ts";
import { readElements, type XmlNode } from "#lib/server/imports/xml.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { EXPORT_FORMATS } from "#lib/shared/export-formats.ts";
import { TripFile } from "#lib/shared/trip-file.ts";
import { DEMO_TRIP_ID } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newComment, newDecision, newItem, newStop, newTrip } from "#tests/factories/trips.ts";
import { handlerFetch, send, type RawAnswer } from "#tests/helpers/handlers.ts";

function exported(person: Person, tripId: string, format: string, lang = "en"): Promise<RawAnswer> {
  return send(exportsApi.read, { params: { tripId }, query: { format, lang }, token: person.token });
}

function namesOf(text: string, name: string): string[] {
  const found: XmlNode[] = [];
  readElements(text, { wanted: new Set([name]), groups: new Set(), take: (node) => found.push(node) });
  return found.map(({ children }) => children.find((each) => each.name === "name")?.text ?? "");
}

test.each(EXPORT_FORMATS)("%s is a file with the trip's name, of the demo trip too", async (format) => {
  const owner = await newPerson();
  const trip = await newTrip(owner, { title: '京都 / "Kyoto": 2026?' });
  const { status, headers } = await exported(owner, trip.id, format);
  expect(status).toBe(200);
  const disposition = headers.get("content-disposition") ?? "";
  expect(disposition.startsWith("attachment; ")).toBe(true);
  const ending = format === "expenses" ? " - Expenses.csv" : `.${format}`;
  expect(decodeURIComponent(disposition)).toContain(`filename*=UTF-8''京都 Kyoto 2026${ending}`);
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect((await exported(owner, DEMO_TRIP_ID, format)).status).toBe(200);
});

test("guests and strangers export nothing", async () => {
  const { guest, stranger, tripId } = await newTripFixture();
  expect((await exported(guest, tripId, "csv")).status).toBe(403);
  expect((await exported(stranger, tripId, "csv")).status).toBe(404);
});

test("JSON holds nobody else's private things and nothing that was deleted", async () => {
  const { owner, viewer, trip, tripId, stop } = await newTripFixture();
  const idea = await newStop(owner, trip, { dayId: null, name: "Gone" });
  await newComment(owner, tripId, { target: { kind: "stop", id: idea.id }, body: "Said there" });
  await newDecision(owner, tripId, { candidates: [idea.id] });
  const booking = { kind: "activity" as const, title: "Tour", stopId: stop.id };
  await call(reservationsApi.create, { params: { tripId }, body: booking }, as(owner));
  await newItem(owner, tripId, { text: "Ring", isPrivate: true });
  await newItem(viewer, tripId, { text: "Diary", isPrivate: true });
  for (const { id } of [idea, stop])
    await call(stopsApi.delete, { params: { tripId, stopId: id } }, as(owner));
  const { text } = await exported(viewer, tripId, "json");
  const file = TripFile.parse(JSON.parse(text));
  expect(file.items).toMatchObject([{ text: "Diary", isPrivate: true }]);
  expect([file.stops, file.comments]).toEqual([[], []]);
  expect(file.decisions).toMatchObject([{ candidates: [] }]);
  expect(file.reservations).toMatchObject([{ title: "Tour", stopId: null }]);
  expect(text).not.toContain("Ring");
  expect(text).not.toContain(owner.userId);
  expect(text).not.toContain(owner.email);
});

test("GPX and KML name every place, by days", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const place = { lat: 35, lng: 135 };
  await newStop(owner, trip, { name: "A & B", place });
  await newStop(owner, trip, { name: "C", place: { lat: 35.1, lng: 135.1 } });
  await newStop(owner, trip, { name: "No place" });
  await newStop(owner, trip, { dayId: null, name: "Idea", place });
  const gpx = (await exported(owner, trip.id, "gpx")).text;
  expect(namesOf(gpx, "wpt")).toEqual(["A & B", "C", "Idea"]);
  expect(namesOf(gpx, "trk")).toEqual(["Day 1 · 2026-11-14"]);
  const kml = (await exported(owner, trip.id, "kml", "zh")).text;
  expect(namesOf(kml, "Placemark")).toEqual(["A & B", "C", "Idea"]);
  expect(namesOf(kml, "Folder")).toEqual(["第 1 天 · 2026-11-14", "想法"]);
  expect(kml).toContain("<coordinates>135,35</coordinates>");
});

test("CSV opens in a spreadsheet as it was written, and runs nothing", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await newStop(owner, trip, {
    name: '=HYPERLINK("https://x.test")',
    place: { lat: -33.9, lng: 151.2 },
    cost: { amount: 1250, currency: "EUR" },
    notes: "one,\ntwo",
  });
  const zone = "Asia/Tokyo";
  const booking = {
    kind: "flight" as const,
    title: "JL 62",
    start: { local: "2026-11-14T17:10", zone },
    end: { local: "2026-11-14T09:50", zone: "America/Los_Angeles" },
    confirmation: "+AB1",
  };
  await call(reservationsApi.create, { params: { tripId: trip.id }, body: booking }, as(owner));
  const { text } = await exported(owner, trip.id, "csv");
  const url = `/api/trips/${trip.id}/export?format=csv`;
  const response = await handlerFetch(url, { headers: { authorization: `Bearer ${owner.token}` } });
  // `text()` removes the byte order mark, so the bytes are checked.
  expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [columns = [], ...rows] = parseCsv(text);
  const cells = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  expect(cells[0]).toMatchObject({
    What: "Stop",
    Date: "2026-11-14",
    Name: `'=HYPERLINK("https://x.test")`,
    Latitude: "-33.9",
    Cost: "12.5",
    Currency: "EUR",
    Notes: "one,\ntwo",
  });
  expect(cells[1]).toMatchObject({
    What: "Booking",
    Start: "17:10",
    End: "09:50",
    "Time zone": "Asia/Tokyo → America/Los_Angeles",
    Confirmation: "'+AB1",
  });
});
