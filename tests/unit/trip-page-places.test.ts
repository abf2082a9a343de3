import { describe, expect, test } from "vitest";
import {
  timesAfterPlaceChange,
  timesInZone,
  timesAtPlace,
} from "#app/trips/[tripId]/_bookings/start-and-end.ts";
import {
  emptyForm,
  withPlaceZone,
  namedPlace,
  differingPlaceZone,
  readForm,
  withPlace,
  withPlaceText,
} from "#app/trips/[tripId]/_bookings/new-booking.ts";
import { foreignZone, stopOfPlace } from "#app/trips/[tripId]/_model/plan/stop-of-place.ts";
import { directionOf } from "#app/trips/[tripId]/_base/photos/use-photo-words.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { NewReservation } from "#lib/shared/reservations.ts";
import { NewStop } from "#lib/shared/stops.ts";

const [TOKYO, SEOUL, HONOLULU] = ["Asia/Tokyo", "Asia/Seoul", "Pacific/Honolulu"];
const kansai: PlaceDto = {
  placeRef: "ourairports:KIX",
  name: "Kansai International Airport",
  kind: "airport",
  lat: 34.43,
  lng: 135.23,
  countryCode: "JP",
  timezone: TOKYO,
  code: "KIX",
  source: "OurAirports",
  attribution: "OurAirports",
};

describe("a stop made of a place", () => {
  const spring = { from: "2027-04-05", to: "2027-04-06" };

  test.each([
    ["hotel", "lodging"],
    ["museum", "museum"],
    ["beach", "nature"],
    ["bank", undefined],
    [undefined, undefined],
  ] as const)("at a place of the sort %s is of the kind %s", (category, kind) => {
    const place = { ...kansai, kind: "poi" as const, ...(category && { category }) };
    expect(stopOfPlace(place, "", null).category).toBe(kind);
  });

  test("is one that the service takes, of the kind that the place says", () => {
    const stop = stopOfPlace(kansai, "Osaka, Japan", { zone: TOKYO, ...spring });
    expect(NewStop.parse({ dayId: null, ...stop })).toEqual({
      dayId: null,
      name: "Kansai International Airport",
      place: { lat: 34.43, lng: 135.23, placeRef: "ourairports:KIX", address: "Osaka, Japan" },
      category: "transport",
    });
  });

  test("goes by its own clock where that shows something else than the day's", () => {
    expect(foreignZone(kansai, { zone: SEOUL, ...spring })).toBeNull();
    expect(foreignZone(kansai, { zone: HONOLULU, ...spring })).toBe(TOKYO);
    expect(stopOfPlace(kansai, "", { zone: HONOLULU, ...spring }).timezone).toBe(TOKYO);
    expect(stopOfPlace(kansai, "", null).timezone).toBeUndefined();
  });
});

test("a stop made of a place is judged by all days of the trip: clocks may agree for half a year", () => {
  const phoenix = { timezone: "America/Phoenix" };
  const zone = "America/Denver";
  const winter = { from: "2027-01-04", to: "2027-02-28" };
  expect(foreignZone(phoenix, { zone, ...winter })).toBeNull();
  expect(foreignZone(phoenix, { zone, ...winter, to: "2027-03-14" })).toBe("America/Phoenix");
  // In this week, daylight saving time has ended in Europe and not yet in America.
  const autumn = { from: "2027-10-29", to: "2027-11-10" };
  expect(foreignZone({ timezone: "Europe/Paris" }, { zone: "Etc/GMT-1", ...autumn })).toBe("Europe/Paris");
});

describe("a booking's place", () => {
  const start = { local: "2027-04-05", zone: HONOLULU };
  const end = { local: "2027-04-06T15:40", zone: HONOLULU };

  test("is that of one end where it travels, else of both", () => {
    expect([timesAtPlace("flight", "from"), timesAtPlace("flight", "to")]).toEqual([["start"], ["end"]]);
    expect([timesAtPlace("car", "from"), timesAtPlace("lodging", "from")]).toEqual([
      ["start"],
      ["start", "end"],
    ]);
  });

  test("takes the clock along where there is no time, and leaves times alone", () => {
    const { ends, other } = timesAfterPlaceChange({ start, end }, ["start", "end"], TOKYO);
    expect(ends).toEqual({ start: { ...start, zone: TOKYO }, end });
    expect(other).toEqual(["end"]);
    expect(timesAfterPlaceChange({ start, end: null }, ["end"], TOKYO)).toEqual({
      ends: { start, end: null },
      other: [],
    });
  });

  test("with another name for the same clock changes nothing", () => {
    const here = { local: "2027-04-05", zone: SEOUL };
    expect(timesAfterPlaceChange({ start: here, end: null }, ["start"], TOKYO).ends.start).toBe(here);
  });

  test("does not put the end before the start", () => {
    const early = { local: "2027-04-06T01:00", zone: HONOLULU };
    const late = { local: "2027-04-06T02:00", zone: HONOLULU };
    expect(timesInZone({ start: early, end: late }, ["end"], TOKYO)).toBeNull();
    expect(timesInZone({ start: early, end: late }, ["start"], TOKYO)?.start?.zone).toBe(TOKYO);
  });
});

describe("a new booking's place", () => {
  const scene = {
    date: "2027-04-05",
    firstDate: null,
    lastDate: null,
    zoneOn: () => HONOLULU,
    home: HONOLULU,
  };
  const words = { way: (from: string, to: string) => `${from} to ${to}`, from: String, to: String };
  const picked = { place: namedPlace(kansai, "Osaka, Japan"), zone: TOKYO };
  const form = emptyForm("flight", scene);

  test("is sent as it was found, until its text changes", () => {
    const chosen = withPlace(form, "to", picked, "Kansai (KIX)");
    const read = readForm({ ...chosen, from: "Hilo" }, words);
    const booking = "booking" in read ? NewReservation.parse(read.booking) : null;
    expect(booking?.to).toEqual(picked.place);
    const typed = readForm(withPlaceText(chosen, "to", "Itami (ITM)"), words);
    expect("booking" in typed && typed.booking.to).toEqual({ name: "Itami", code: "ITM" });
  });

  test("sets the clock of an end without a time, and asks where there is one", () => {
    expect(withPlace(form, "to", picked, "Kansai").end.zone).toBe(TOKYO);
    const timed = { ...form, end: { ...form.end, time: "15:40" } };
    const chosen = withPlace(timed, "to", picked, "Kansai");
    expect([chosen.end.zone, differingPlaceZone(chosen, "to")]).toEqual([HONOLULU, TOKYO]);
    const moved = withPlaceZone(chosen, "to");
    expect([moved.end.zone, moved.start.zone, differingPlaceZone(moved, "to")]).toEqual([
      TOKYO,
      HONOLULU,
      null,
    ]);
  });
});

test("a new booking's place offers no clock that shows the same, as two zones may for half a year", () => {
  const scene = { date: "2027-01-15", firstDate: null, lastDate: null, home: "America/Denver" };
  const form = emptyForm("restaurant", { ...scene, zoneOn: () => "America/Denver" });
  const timed = { ...form, start: { ...form.start, time: "19:00" } };
  const phoenix = { place: { name: "Phoenix" }, zone: "America/Phoenix" };
  const inWinter = withPlace(timed, "from", phoenix, "Phoenix");
  expect(differingPlaceZone(inWinter, "from")).toBeNull();
  const inSummer = { ...inWinter, start: { ...inWinter.start, date: "2027-07-15" } };
  expect(differingPlaceZone(inSummer, "from")).toBe("America/Phoenix");
  // A time without a date is no instant yet.
  expect(differingPlaceZone({ ...inWinter, start: { ...inWinter.start, date: "" } }, "from")).toBeNull();
});

describe("directionOf", () => {
  test.each([
    [0, "n"],
    [22, "n"],
    [23, "ne"],
    [90, "e"],
    [225, "sw"],
    [337, "nw"],
    [338, "n"],
    [359.9, "n"],
  ])("%d° is %s", (heading, direction) => {
    expect(directionOf(heading)).toBe(direction);
  });
});
