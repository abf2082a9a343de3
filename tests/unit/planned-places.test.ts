import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  matchingPlanned,
  medianPointOfDay,
  type TripPlan,
  plannedPlaces,
  withoutPlanned,
} from "#lib/client/places/planned-places.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { CREATED_AT, stop as sampleStop } from "#tests/realtime/sample-trip.ts";

const CASINO = { lat: 43.7392, lng: 7.4276 };
const PALACE = { lat: 43.7314, lng: 7.4202 };
const STATION = { lat: 43.7384, lng: 7.4195 };

const day = (id: string, date: string): DayDto => ({
  id,
  date,
  title: null,
  notes: null,
  timezone: null,
  version: 1,
  updatedAt: CREATED_AT,
});
const days = [day("sat", "2026-12-05"), day("sun", "2026-12-06")];

let made = 0;
function stop(name: string, place: StopDto["place"], more: Partial<StopDto> = {}): StopDto {
  made += 1;
  return sampleStop({ id: `s${made}`, name, place, dayId: "sun", ...more });
}
const plan = (stops: StopDto[], reservations: TripPlan["reservations"] = []): TripPlan => ({
  stops,
  reservations,
  days,
  timezone: "Europe/Monaco",
});

describe("the plan's own places", () => {
  test("are those of stops and bookings, by when one is there, once each", () => {
    const casino = { ...CASINO, address: "Place du Casino", placeRef: "osm:way/1" };
    const stops = [
      stop("Casino", casino, { startTime: "10:00" }),
      stop("casino", CASINO, { dayId: "sat", startTime: "21:00" }),
      stop("Lunch", null),
      stop("Palace", PALACE, { dayId: null, startTime: "09:00" }),
    ];
    const zone = "Europe/Paris";
    const train = {
      from: { name: "Nice-Ville" },
      to: { name: "Gare de Monaco", code: "MC1", ...STATION },
      start: { local: "2026-12-05T08:00", zone },
      end: { local: "2026-12-05", zone },
    };
    const places = plannedPlaces(plan(stops, [train]));
    expect(places.map(({ name, planned }) => ({ name, ...planned }))).toEqual([
      { name: "casino", date: "2026-12-05", time: "21:00", isBooking: false },
      { name: "Gare de Monaco", date: "2026-12-05", time: null, isBooking: true },
      { name: "Palace", date: null, time: null, isBooking: false },
    ]);
    expect(places.map(({ timezone }) => timezone)).toEqual(["Europe/Monaco", zone, "Europe/Monaco"]);
  });

  test("come with the whole place, to be copied", () => {
    const casino = { ...CASINO, address: "Place du Casino", placeRef: "osm:way/1" };
    expect(plannedPlaces(plan([stop("Casino", casino)]))).toMatchObject([{ name: "Casino", ...casino }]);
  });

  test("of one name far apart are two", () => {
    expect(plannedPlaces(plan([stop("Hotel", CASINO), stop("Hotel", PALACE)]))).toHaveLength(2);
  });
});

describe("what is typed", () => {
  const places = plannedPlaces(
    plan([
      stop("Musée océanographique", CASINO),
      stop("Église Sainte-Dévote", PALACE),
      stop("Musée d’Art", CASINO),
      stop("København", STATION),
    ]),
  );
  const names = (typed: string) => matchingPlanned(places, typed).map(({ name }) => name);

  test.each([
    ["musee", ["Musée océanographique", "Musée d’Art"]],
    ["OCEANO", ["Musée océanographique"]],
    ["ocea mus", ["Musée océanographique"]],
    ["devote", ["Église Sainte-Dévote"]],
    ["dart", ["Musée d’Art"]],
    ["d'art", ["Musée d’Art"]],
    ["art", ["Musée d’Art"]],
    ["kobenhavn", ["København"]],
    ["graphique", []],
    ["musee devote", []],
    ["  ", []],
    ["…", []],
  ])("%s finds %j", (typed, found) => {
    expect(names(typed)).toEqual(found);
  });

  test("may be the beginning of any word of a name, in any case", () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.integer({ min: 1, max: 8 }),
        (words, which, length) => {
          const own = plannedPlaces(plan([stop(words.join(" "), CASINO)]));
          const typed = (words[which % words.length] ?? "").slice(0, length).toUpperCase();
          expect(matchingPlanned(own, typed)).toHaveLength(1);
        },
      ),
    );
  });
});

test("what the plan has is not offered a second time", () => {
  const own = plannedPlaces(plan([stop("Casino", { ...CASINO, placeRef: "osm:way/1" })]));
  const found = { kind: "poi", countryCode: "MC", source: "OSM", attribution: "OSM" } as const;
  const same = { ...found, ...PALACE, placeRef: "osm:way/1", name: "Casino de Monte-Carlo" };
  const near = { ...found, ...CASINO, placeRef: "osm:node/2", name: "CASINO" };
  const other = { ...found, ...CASINO, placeRef: "osm:node/3", name: "Casino garden" };
  expect(withoutPlanned([same, near, other], own)).toEqual([other]);
});

describe("distances are from the middle", () => {
  const stops = [
    stop("Far", { lat: 48.8, lng: 2.3 }),
    stop("Casino", CASINO),
    stop("Palace", PALACE),
    stop("Other day", STATION, { dayId: "sat" }),
  ];
  const destination = { name: "Nice", lat: 43.7, lng: 7.26 };

  test("of the day in view, which one far place does not move", () => {
    expect(medianPointOfDay({ stops, destination }, "sun")).toEqual({ lat: CASINO.lat, lng: PALACE.lng });
    expect(medianPointOfDay({ stops, destination }, "sat")).toEqual(STATION);
  });

  test("else of the trip, else its destination, else of nothing", () => {
    expect(medianPointOfDay({ stops: [stop("Casino", CASINO)], destination }, "sat")).toEqual(CASINO);
    expect(medianPointOfDay({ stops: [], destination }, "sat")).toEqual({ lat: 43.7, lng: 7.26 });
    expect(medianPointOfDay({ stops: [], destination: { name: "Somewhere" } }, null)).toBeNull();
    expect(medianPointOfDay({ stops: [], destination: null }, null)).toBeNull();
  });
});
