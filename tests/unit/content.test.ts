import { describe, expect, it } from "vitest";
import { kyotoOsakaTrip } from "#db/content/kyoto-osaka.ts";
import { lisbonTrip } from "#db/content/lisbon.ts";
import { resolveCommentTargets } from "#db/content/trip-template.ts";
import { isRateValue } from "#lib/shared/rates.ts";
import type { Bilingual, TemplateStop, TripTemplate } from "#db/content/trip-template.ts";

type Box = { south: number; west: number; north: number; east: number };

const CATEGORIES = "sight food cafe bar shopping nature museum activity lodging transport other".split(" ");
const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const WALK_KM_PER_HOUR = 4.8;
const CITY_TRANSIT_KM_PER_HOUR = 25;
const TRAIN_KM_PER_HOUR = 60;
const WAIT_MINUTES = 10;
const MAX_LEG_KM = 60;

const trips: { name: string; trip: TripTemplate; days: number; box: Box }[] = [
  {
    name: "Kyoto and Osaka",
    trip: kyotoOsakaTrip,
    days: 5,
    box: { south: 34.4, west: 135.2, north: 35.15, east: 135.9 },
  },
  {
    name: "Lisbon",
    trip: lisbonTrip,
    days: 4,
    box: { south: 38.65, west: -9.51, north: 38.82, east: -9.08 },
  },
];

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function distanceKm(from: TemplateStop["place"], to: TemplateStop["place"]): number {
  const chord =
    Math.sin(radians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}

function minutesOfDay(time: string | null): number {
  if (time === null) throw new Error("A stop on a day needs its times");
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? NaN) * 60 + (minutes ?? NaN);
}

// A stop of the category transport is the journey itself, so its leg begins at the departure and has a train's speed.
function minutesMissing(from: TemplateStop, to: TemplateStop): number {
  const km = distanceKm(from.place, to.place);
  const rides = from.category === "transport" && km > 2;
  const available = minutesOfDay(to.startTime) - minutesOfDay(rides ? from.startTime : from.endTime);
  if (km <= 2) return (km / WALK_KM_PER_HOUR) * 60 - available;
  return (km / (rides ? TRAIN_KM_PER_HOUR : CITY_TRANSIT_KM_PER_HOUR)) * 60 + WAIT_MINUTES - available;
}

function stopsOfDay(trip: TripTemplate, dayIndex: number | null): TemplateStop[] {
  return trip.stops.filter((stop) => stop.dayIndex === dayIndex);
}

function legsOf(trip: TripTemplate): [TemplateStop, TemplateStop][] {
  return trip.days.flatMap((_, dayIndex) => {
    const stops = stopsOfDay(trip, dayIndex);
    return stops.slice(1).flatMap((to, index): [TemplateStop, TemplateStop][] => {
      const from = stops[index];
      return from ? [[from, to]] : [];
    });
  });
}

function notesOf({ notes }: { notes: Bilingual | null }, where: string) {
  return notes ? [{ where, text: notes, limit: 10_000 }] : [];
}

function textsOf(trip: TripTemplate): { where: string; text: Bilingual; limit: number }[] {
  return [
    { where: "title", text: trip.title, limit: 120 },
    { where: "destination", text: trip.destination.name, limit: 120 },
    ...trip.days.flatMap((day) => [
      { where: day.title.en, text: day.title, limit: 120 },
      ...notesOf(day, day.title.en),
    ]),
    ...trip.stops.flatMap((stop) => [
      { where: stop.name.en, text: stop.name, limit: 200 },
      ...notesOf(stop, stop.name.en),
    ]),
    ...trip.reservations.flatMap(({ title, from, to, notes }) => [
      { where: title.en, text: title, limit: 200 },
      ...notesOf({ notes }, title.en),
      ...[from, to].flatMap((place) => (place ? [{ where: title.en, text: place.name, limit: 200 }] : [])),
    ]),
    ...trip.decisions.flatMap(({ title, notes }) => [
      { where: title.en, text: title, limit: 200 },
      ...notesOf({ notes }, title.en),
    ]),
    ...trip.items.flatMap(({ text, section }) => [
      { where: text.en, text, limit: 300 },
      ...(section ? [{ where: text.en, text: section, limit: 60 }] : []),
    ]),
    ...trip.money.expenses.map(({ title }) => ({ where: title.en, text: title, limit: 200 })),
    ...trip.money.settlements.flatMap(({ note }) =>
      note ? [{ where: note.en, text: note, limit: 200 }] : [],
    ),
    ...trip.comments.map(({ author, body }) => ({
      where: `comment by ${author}`,
      text: body,
      limit: 10_000,
    })),
  ];
}

describe.each(trips)("template trip $name", ({ trip, days, box }) => {
  it("has every day, 5 to 7 stops on each, and at least six ideas", () => {
    expect(trip.days).toHaveLength(days);
    for (const dayIndex of trip.days.keys()) {
      expect(stopsOfDay(trip, dayIndex).length, `day ${dayIndex + 1}`).toBeGreaterThanOrEqual(5);
      expect(stopsOfDay(trip, dayIndex).length, `day ${dayIndex + 1}`).toBeLessThanOrEqual(7);
    }
    expect(stopsOfDay(trip, null).length).toBeGreaterThanOrEqual(6);
  });

  it("refers only to days, stops and companions that exist", () => {
    const keys = trip.companions.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { dayIndex, name } of trip.stops) {
      if (dayIndex !== null) expect(trip.days[dayIndex], name.en).toBeDefined();
    }
    for (const { stopIndex, reservationIndex, author } of trip.comments) {
      if (stopIndex !== null) expect(trip.stops[stopIndex]).toBeDefined();
      if (reservationIndex !== null) expect(trip.reservations[reservationIndex]).toBeDefined();
      expect(keys).toContain(author);
    }
  });

  it("has bookings in order, a bed for every night, a vote on ideas, and things to do for companions", () => {
    for (const { start, end, title, kind, stopIndex } of trip.reservations) {
      expect(trip.days[start.dayIndex], title.en).toBeDefined();
      if (end) expect(end.dayIndex, title.en).toBeGreaterThanOrEqual(start.dayIndex);
      const stop = stopIndex === null ? null : trip.stops[stopIndex];
      if (stop && kind !== "lodging")
        expect([stop.dayIndex, stop.startTime]).toEqual([start.dayIndex, start.time]);
    }
    const nights = trip.reservations.flatMap(({ kind, start, end }) =>
      kind === "lodging" && end
        ? Array.from({ length: end.dayIndex - start.dayIndex }, (_, index) => start.dayIndex + index)
        : [],
    );
    expect(nights).toEqual(Array.from({ length: trip.days.length - 1 }, (_, index) => index));
    expect(trip.decisions.length).toBeGreaterThan(0);
    for (const { candidates, dayIndex } of trip.decisions) {
      expect(candidates.map((index) => trip.stops[index]?.dayIndex)).toEqual(candidates.map(() => null));
      expect(trip.days[dayIndex]).toBeDefined();
    }
    const keys = [null, ...trip.companions.map(({ key }) => key)];
    for (const { assignee, text } of trip.items) expect(keys, text.en).toContain(assignee);
    expect(new Set(trip.items.map(({ list }) => list))).toEqual(new Set(["packing", "todo"]));
  });

  it("names each place once, with a known category, inside the region", () => {
    expect(new Set(trip.stops.map(({ name }) => name.en)).size).toBe(trip.stops.length);
    for (const { name, category, place } of trip.stops) {
      expect(CATEGORIES, name.en).toContain(category);
      expect(place.lat, name.en).toBeGreaterThan(box.south);
      expect(place.lat, name.en).toBeLessThan(box.north);
      expect(place.lng, name.en).toBeGreaterThan(box.west);
      expect(place.lng, name.en).toBeLessThan(box.east);
      expect(place.address?.trim().length, name.en).toBeGreaterThan(0);
      expect(place.address?.length, name.en).toBeLessThanOrEqual(300);
    }
  });
});

describe.each(trips)("the schedule of $name", ({ trip }) => {
  it("keeps ideas untimed and days in order, each stop starting before it ends", () => {
    for (const { startTime, endTime } of stopsOfDay(trip, null)) {
      expect([startTime, endTime]).toEqual([null, null]);
    }
    for (const stop of trip.stops.filter(({ dayIndex }) => dayIndex !== null)) {
      expect(stop.startTime, stop.name.en).toMatch(WALL_TIME);
      expect(stop.endTime, stop.name.en).toMatch(WALL_TIME);
      expect(minutesOfDay(stop.startTime), stop.name.en).toBeLessThan(minutesOfDay(stop.endTime));
    }
    for (const [from, to] of legsOf(trip)) {
      expect(minutesOfDay(from.endTime), to.name.en).toBeLessThanOrEqual(minutesOfDay(to.startTime));
    }
  });

  it("leaves time to get from each stop to the next", () => {
    for (const [from, to] of legsOf(trip)) {
      const leg = `${from.name.en} → ${to.name.en}`;
      expect(distanceKm(from.place, to.place), leg).toBeLessThanOrEqual(MAX_LEG_KM);
      expect(minutesMissing(from, to), leg).toBeLessThanOrEqual(0);
    }
  });
});

describe.each(trips)("the texts and figures of $name", ({ trip }) => {
  it("has every text in both languages, within the limits of its field", () => {
    for (const { where, text, limit } of textsOf(trip)) {
      expect(text.en.trim(), where).toBe(text.en);
      expect(text.zh.trim(), where).toBe(text.zh);
      expect(text.en.length, where).toBeGreaterThan(0);
      expect(text.en.length, where).toBeLessThanOrEqual(limit);
      expect(text.zh.length, where).toBeLessThanOrEqual(limit);
      expect(text.en, where).not.toMatch(/\p{Script=Han}/u);
      expect(text.zh, where).toMatch(/\p{Script=Han}/u);
    }
  });

  it("has costs in whole minor units, votes within the party, and links that are https", () => {
    for (const { name, costAmount, votes, url } of trip.stops) {
      if (costAmount !== null)
        expect(Number.isSafeInteger(costAmount) && costAmount >= 0, name.en).toBe(true);
      expect(Number.isInteger(votes) && votes >= 0 && votes <= trip.companions.length, name.en).toBe(true);
      if (url !== null) expect(new URL(url).protocol, name.en).toBe("https:");
    }
  });
});

describe.each(trips)("the money of $name", ({ trip }) => {
  const { expenses, settlements, budget } = trip.money;
  // The demo trip has no owner, so it has no key `me`.
  const keys = [...trip.companions.map(({ key }) => key), ...(trip === kyotoOsakaTrip ? ["me"] : [])];

  it("is of people who are there, for bookings that are, and adds up", () => {
    for (const { title, amount, paidBy, among, reservation } of expenses) {
      expect(
        paidBy.reduce((sum, payer) => sum + payer.amount, 0),
        title.en,
      ).toBe(amount);
      for (const who of [...paidBy.map((payer) => payer.who), ...(among ?? [])]) expect(keys).toContain(who);
      if (reservation) expect(trip.reservations.map((each) => each.title.en)).toContain(reservation);
    }
    for (const { from, to, amount } of settlements) {
      expect(keys).toEqual(expect.arrayContaining([from, to]));
      expect(amount).toBeGreaterThan(0);
    }
  });

  it("shows what there is: another currency with its rate, several who paid, a settlement, limits", () => {
    const foreign = expenses.filter(({ currency }) => currency !== undefined);
    expect(foreign.length).toBeGreaterThan(0);
    for (const { rate, title } of foreign) expect(isRateValue(rate ?? ""), title.en).toBe(true);
    expect(expenses.some(({ paidBy }) => paidBy.length > 1)).toBe(true);
    expect(settlements).toHaveLength(1);
    const limits = Object.values(budget.limits).reduce((sum, limit) => sum + limit, 0);
    expect(limits).toBeLessThanOrEqual(budget.total);
  });
});

describe("placeComments", () => {
  it("refuses a comment on a stop that does not exist", () => {
    const body = { en: "Hello", zh: "你好" };
    expect(() =>
      resolveCommentTargets(lisbonTrip.stops, [], [{ stop: "Atlantis", author: "max", body }]),
    ).toThrow('No stop is named "Atlantis"');
  });
});
