import fc from "fast-check";
import { expect, test } from "vitest";
import { localMoment } from "#lib/server/imports/local-moment.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";
import { gpx, kml, read } from "#tests/helpers/place-files.ts";

const TOKYO = "Asia/Tokyo";

test.each([
  ["2027-05-01", { date: "2027-05-01", time: null }],
  ["2027-05-01T22:30:00Z", { date: "2027-05-02", time: "07:30" }],
  ["2027-05-01t22:30z", { date: "2027-05-02", time: "07:30" }],
  ["2027-05-02T12:00:00.250+09:00", { date: "2027-05-02", time: "12:00" }],
  ["2027-05-01 22:30:00 -0500", { date: "2027-05-02", time: "12:30" }],
  ["2027-05-01T22:30:00", { date: "2027-05-01", time: "22:30" }],
  ["2027-05", null],
  ["2027", null],
  ["2027-02-30", null],
  ["2027-05-01T25:00:00Z", null],
  ["1 May 2027", null],
  ["", null],
])("%s is read as it is meant, or as no time", (text, moment) => {
  expect(localMoment(text, TOKYO, "wall")).toEqual(moment);
});

test("a time without a zone is UTC where the format says so", () => {
  expect(localMoment("2027-05-01T22:30:00", TOKYO, "utc")).toEqual({ date: "2027-05-02", time: "07:30" });
});

test("an instant is read as the clock shows it in any zone", () => {
  const zones = ["Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "Europe/Lisbon"];
  const hour = fc.integer({ min: 4, max: 23 }).map((hours) => `${String(hours).padStart(2, "0")}:45`);
  fc.assert(
    fc.property(fc.constantFrom(...zones), hour, fc.integer({ min: 1, max: 28 }), (zone, time, day) => {
      const date = `2027-03-${String(day).padStart(2, "0")}`;
      const instant = new Date(wallInstant({ date, time }, zone)).toISOString();
      expect(localMoment(instant, zone, "wall")).toEqual({ date, time });
    }),
  );
});

const at = (lat: number, lng: number, when: string) =>
  `<Placemark><name>A</name>${when}<Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>`;

test("each place goes by its own clock, whatever the trip's is", async () => {
  const time = "<time>2027-05-01T22:30:00Z</time>";
  const { places } = await read(
    gpx(
      `<wpt lat="51.5" lon="-0.12">${time}<name>A</name></wpt><wpt lat="1.87" lon="-157.43">${time}<name>B</name></wpt>`,
    ),
  );
  expect(places.map(({ date, startTime, clock }) => [date, startTime, clock])).toEqual([
    ["2027-05-01", "23:30", "Europe/London"],
    ["2027-05-02", "12:30", "Pacific/Kiritimati"],
  ]);
});

const span = (begin: string, end: string) => `<TimeSpan><begin>${begin}</begin><end>${end}</end></TimeSpan>`;

test("a span begins and ends on its day or in its night; what no stop can hold is named", async () => {
  const { places, notices } = await read(
    kml(
      at(35.68, 139.77, span("2027-05-01T10:00:00Z", "2027-05-01T12:00:00Z")) +
        at(35.69, 139.77, span("2027-05-01T13:00:00Z", "2027-05-01T17:00:00Z")) +
        at(35.7, 139.77, span("2027-05-01", "2027-05-04")) +
        at(35.71, 139.77, "<TimeStamp><when>2027</when></TimeStamp>"),
    ),
  );
  expect(places.map(({ date, startTime, endTime }) => [date, startTime ?? null, endTime ?? null])).toEqual([
    ["2027-05-01", "19:00", "21:00"],
    ["2027-05-01", "22:00", "02:00"],
    ["2027-05-01", null, null],
    [null, null, null],
  ]);
  expect(notices.map(({ code, line }) => [code, line])).toEqual([
    ["time-lost", 3],
    ["time-lost", 4],
  ]);
});
