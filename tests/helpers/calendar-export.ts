import { expect } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import type { NewReservation } from "#lib/shared/reservations.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { as } from "#tests/factories/trips.ts";
import { type ReadEvent, readCalendar } from "./calendars.ts";
import { send } from "./handlers.ts";

export async function calendarText(
  person: Person,
  tripId: string,
  query: Record<string, string> = {},
): Promise<string> {
  const { text, headers } = await send(exportsApi.read, {
    params: { tripId },
    query: { format: "ics", lang: "en", ...query },
    token: person.token,
  });
  expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  return text;
}

/** Returns the events of a trip's calendar by their titles. */
export async function calendarEvents(
  person: Person,
  tripId: string,
  query = {},
): Promise<Map<string, ReadEvent>> {
  const { events } = readCalendar(await calendarText(person, tripId, query));
  return new Map(events.map((event) => [event.summary, event]));
}

export async function newBooking(owner: Person, trip: TripDto, body: NewReservation): Promise<void> {
  await call(reservationsApi.create, { params: { tripId: trip.id }, body }, as(owner));
}
