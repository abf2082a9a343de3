import { expect, test } from "vitest";
import { kyotoOsakaTrip } from "#db/content/kyoto-osaka.ts";
import { lisbonTrip } from "#db/content/lisbon.ts";
import type { TemplateReservationEnd, TripTemplate } from "#db/content/trip-template.ts";
import { addDays } from "#lib/shared/dates.ts";
import { type CheckedTrip, checkTrip } from "#lib/shared/trip-checks.ts";

const START = "2027-04-05";
const AT = "2026-11-01T00:00:00.000Z";
const revision = { deletedAt: null, version: 1, createdAt: AT, updatedAt: AT };

/** Returns the template as a trip that begins on `START`. */
function asTrip({ destination, days, stops, reservations }: TripTemplate): CheckedTrip {
  const { timezone } = destination;
  const dateOf = (index: number) => addDays(START, index);
  const end = (at: TemplateReservationEnd | null) =>
    at && {
      local: at.time === null ? dateOf(at.dayIndex) : `${dateOf(at.dayIndex)}T${at.time}`,
      zone: at.timezone ?? timezone,
    };
  const rest = {
    timezone: null,
    notes: null,
    url: null,
    cost: null,
    participants: null,
    hours: null,
    travelMode: null,
  };
  return {
    startDate: START,
    endDate: dateOf(days.length - 1),
    timezone,
    days: days.map((_, index) => ({ id: `day ${index}`, date: dateOf(index), timezone: null })),
    stops: stops.map(({ dayIndex, name, place, category, startTime, endTime }, index) => ({
      id: `stop ${index}`,
      dayId: dayIndex === null ? null : `day ${dayIndex}`,
      position: String(index),
      name: name.en,
      place: { lat: place.lat, lng: place.lng },
      category,
      startTime,
      endTime,
      formerDate: null,
      ...rest,
      ...revision,
    })),
    reservations: reservations.map((booking, index) => ({
      id: `booking ${index}`,
      kind: booking.kind,
      title: booking.title.en,
      start: end(booking.start),
      end: end(booking.end),
      from: null,
      to: null,
      confirmation: null,
      provider: null,
      contact: null,
      url: null,
      notes: null,
      cost: null,
      stopId: booking.stopIndex === null ? null : `stop ${booking.stopIndex}`,
      participants: null,
      ...revision,
    })),
  };
}

test.each([
  ["Kyoto and Osaka", kyotoOsakaTrip],
  ["Lisbon", lisbonTrip],
])("%s is a plan that works", (_name, template) => {
  const trip = asTrip(template);
  const names = new Map([
    ...trip.stops.map(({ id, name }) => [id, name] as const),
    ...trip.reservations.map(({ id, title }) => [id, title] as const),
  ]);
  const named = (text: string) => text.replaceAll(/(stop|booking) \d+/g, (id) => names.get(id) ?? id);
  expect(checkTrip(trip).map((check) => named(JSON.stringify(check)))).toEqual([]);
});
