import { v7 as uuidv7 } from "uuid";
import { comments } from "#db/schema/comments.ts";
import { tripMembers } from "#db/schema/members.ts";
import { call, type CallOptions } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { NewReservation } from "#lib/shared/reservations.ts";
import { STOP_CATEGORIES } from "#lib/shared/stop-categories.ts";
import type { NewStop } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";

const DAYS = 14;
const STOPS_A_DAY = 8;
/** The numbers of stops of the reader's other trips; the trips take these numbers in turn. */
const OTHER_STOPS = [20, 25, 30, 35, 40] as const;
const OTHER_TRIPS = 19;
export const MEMBERS = 50;
const RESERVATIONS = 30;
const COMMENTS = 60;

const NOTES =
  "Opens at nine; the queue is shortest before ten. Meet at the west gate, and bring the printed tickets.";

export interface Fixture {
  /** The owner of the measured trip and of 19 other trips. */
  reader: Person;
  /** The owner of the trips for writes, none of which is in the reader's list. */
  writer: Person;
  /** The writer, followed by the other members of `crowded`. */
  people: readonly Person[];
  measured: TripDto;
  apart: readonly TripDto[];
  /** A trip with two members. */
  pair: TripDto;
  /** A trip with {@link MEMBERS} members. */
  crowded: TripDto;
}

export async function makeFixture(baseUrl: string): Promise<Fixture> {
  console.log(
    `The measured trip holds ${DAYS} days of ${STOPS_A_DAY} stops; the list holds it and ${OTHER_TRIPS} trips of ` +
      `${OTHER_STOPS.join(", ")} stops. Requests carry a bearer; writes an id and an Idempotency-Key, as the web's do.`,
  );
  const [reader, writer, ...others] = await Promise.all(
    Array.from({ length: MEMBERS + 1 }, () => newPerson()),
  );
  if (!reader || !writer) throw new Error("There are no people.");
  const as = (person: Person) => ({ baseUrl, token: person.token });
  const measured = await fullTrip(as(reader), others.slice(0, 3));
  for (let n = 0; n < OTHER_TRIPS; n++) {
    const stops = OTHER_STOPS[n % OTHER_STOPS.length] ?? 20;
    await newTrip(as(reader), stops, others.slice(0, n % 5));
  }
  const apart: TripDto[] = [];
  for (let n = 0; n < 16; n++) apart.push(await fullTrip(as(writer)));
  const pair = await fullTrip(as(writer), others.slice(0, 1));
  const crowded = await fullTrip(as(writer), others);
  // Without the statistics of this command, PostgreSQL plans as for empty tables; autovacuum runs it within a minute.
  await freshDatabase().client.query("vacuum analyze");
  return { reader, writer, people: [writer, ...others], measured, apart, pair, crowded };
}

/**
 * Creates a trip as a group has it shortly before departure: every day is full, everything is booked, and there are
 * many comments.
 */
export async function fullTrip(owner: CallOptions, members: readonly Person[] = []): Promise<TripDto> {
  const trip = await newTrip(owner, DAYS * STOPS_A_DAY, members);
  const params = { tripId: trip.id };
  for (let n = 0; n < RESERVATIONS; n++) {
    await call(reservationsApi.create, { params, body: reservationOf(trip, n) }, owner);
  }
  const { data } = await call(tripsApi.get, { params }, owner);
  await talkAbout(data);
  return trip;
}

/** Creates a trip with only dates, members and the first stops. */
export function smallTrip(
  owner: CallOptions,
  { members = [], stops = 0 }: { members?: readonly Person[]; stops?: number } = {},
): Promise<TripDto> {
  return newTrip(owner, stops, members);
}

export async function firstStopOf(owner: CallOptions, { id: tripId }: TripDto): Promise<string> {
  const { data } = await call(tripsApi.get, { params: { tripId } }, owner);
  const [stop] = data.stops;
  if (!stop) throw new Error("The trip is empty.");
  return stop.id;
}

/** Creates signed-in people, a few at a time, because each takes a database connection. */
export async function newPeople(count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    const some = Math.min(count - people.length, 20);
    people.push(...(await Promise.all(Array.from({ length: some }, () => newPerson()))));
  }
  return people;
}

/** Inserts comments directly, because rate limits would refuse so many within a minute. */
async function talkAbout({ id: tripId, stops, reservations, members: [author] }: TripDto): Promise<void> {
  const targets = [
    { targetKind: "trip" as const, targetId: tripId },
    ...stops.map(({ id }) => ({ targetKind: "stop" as const, targetId: id })),
    ...reservations.map(({ id }) => ({ targetKind: "reservation" as const, targetId: id })),
  ];
  const memberId = author?.id ?? "";
  const rows = Array.from({ length: COMMENTS }, (_, n) => {
    const target = targets[(n * 7) % targets.length] ?? { targetKind: "trip" as const, targetId: tripId };
    return { id: uuidv7(), tripId, memberId, body: NOTES, ...target };
  });
  await freshDatabase().drizzle.insert(comments).values(rows);
}

/** Returns a reservation with every field that people usually fill in. */
function reservationOf(trip: TripDto, n: number): NewReservation {
  const date = trip.days[n % DAYS]?.date ?? "2027-03-01";
  const kind = (["flight", "lodging", "restaurant"] as const)[n % 3] ?? "other";
  return {
    kind,
    title: `Booking ${n} in Kyoto`,
    start: { local: `${date}T15:00`, zone: "Asia/Tokyo" },
    end: { local: `${addDays(date, 1)}T11:00`, zone: "Asia/Tokyo" },
    from: { name: "Hotel Kanra Kyoto", lat: 34.9935, lng: 135.7593, address: "190 Kitamachi, Shimogyo Ward" },
    confirmation: `HK-${n}`,
    provider: "Hotel Kanra Kyoto",
    contact: "+81 75-344-3815",
    notes: NOTES,
    cost: { amount: 174_000, currency: "JPY" },
  };
}

async function newTrip(owner: CallOptions, stops: number, members: readonly Person[]): Promise<TripDto> {
  const startDate = addDays("2027-03-01", Math.floor(Math.random() * 300));
  const body = {
    title: "Japan with everyone",
    destination: { name: "Kyoto", lat: 35.011, lng: 135.768, timezone: "Asia/Tokyo", countryCode: "JP" },
    startDate,
    endDate: addDays(startDate, DAYS - 1),
    currency: "JPY",
  };
  const { data: trip } = await call(tripsApi.create, { body }, owner);
  await Promise.all(members.map((person) => join(trip.id, person)));
  for (let n = 0; n < stops; n++) await addStop(owner, trip, n);
  return trip;
}

async function addStop(owner: CallOptions, trip: TripDto, n: number): Promise<void> {
  const body = nthSampleStop(trip, n);
  await call(stopsApi.create, { params: { tripId: trip.id }, body: { ...body, id: uuidv7() } }, owner);
}

/** Returns a stop with every field that people usually fill in. */
export function nthSampleStop(trip: TripDto, n: number): Omit<NewStop, "id"> {
  const hour = 8 + (n % STOPS_A_DAY);
  return {
    dayId: trip.days[n % DAYS]?.id ?? null,
    name: `Kiyomizu-dera, part ${n}`,
    place: {
      lat: 34.99 + (n % 40) / 1000,
      lng: 135.76 + (n % 30) / 1000,
      address: "294 Kiyomizu 1-chome, Higashiyama Ward, Kyoto",
    },
    category: STOP_CATEGORIES[n % STOP_CATEGORIES.length] ?? "other",
    startTime: `${String(hour).padStart(2, "0")}:30`,
    endTime: `${String(hour + 1).padStart(2, "0")}:15`,
    notes: NOTES,
    cost: { amount: 500 + n, currency: "JPY" },
  };
}

/** Inserts a member directly, because joining is not measured. */
async function join(tripId: string, { userId, name }: Person): Promise<void> {
  const row = { id: uuidv7(), tripId, userId, name, role: "editor" as const };
  await freshDatabase().drizzle.insert(tripMembers).values(row);
}
