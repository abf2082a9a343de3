import { call } from "#lib/client/base/api.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { LocalTime, NewReservation } from "#lib/shared/reservations.ts";
import type { NewStop } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { as } from "./entering.ts";
import { addVariedExpenses } from "./lived-in-money.ts";

export interface LivedInTrip {
  trip: TripDto;
  /** The id of a stop with a comment. */
  castleId: string;
  /** The id of a reservation in which every field is filled in. */
  flightId: string;
  /** The id of an expense in which every field is filled in. */
  dinnerId: string;
  /** The token of an invite that still works. */
  inviteToken: string;
}

/** Creates a trip in which two people have used every feature a little. */
export async function livedInTrip(owner: Person, friend: Person): Promise<LivedInTrip> {
  const destination = { name: "Lisbon", lat: 38.7223, lng: -9.1393, timezone: "Europe/Lisbon" };
  const dates = { startDate: "2027-04-05", endDate: "2027-04-09" };
  const body = { title: "Lisbon in spring", destination, currency: "EUR", ...dates };
  const { data: trip } = await call(tripsApi.create, { body }, as(owner));
  const params = { tripId: trip.id };
  const invite = { params, body: { role: "editor" as const } };
  const { data: used } = await call(invitesApi.create, invite, as(owner));
  await call(invitesApi.accept, { params: { token: used.token } }, as(friend));
  const ids: string[] = [];
  for (const stop of stopsOf(trip))
    ids.push((await call(stopsApi.create, { params, body: stop }, as(owner))).data.id);
  const [castleId = "", , , idea = ""] = ids;
  const target = { kind: "stop" as const, id: castleId };
  await call(
    commentsApi.create,
    {
      params,
      body: { target, body: "Tickets are cheaper online.", mentions: trip.members.map(({ id }) => id) },
    },
    as(friend),
  );
  await call(stopsApi.vote, { params: { ...params, stopId: idea }, body: { value: 1 } }, as(friend));
  const flightId = await book(trip, owner);
  const { dinnerId } = await addVariedExpenses(trip.id, { owner, friend, flightId });
  await talkAndPack(trip, owner, friend);
  await askAndSuggest(trip, friend, castleId);
  const { data: open } = await call(invitesApi.create, invite, as(owner));
  return { trip, castleId, flightId, dinnerId, inviteToken: open.token };
}

function lisbon(local: string): LocalTime {
  return { local, zone: "Europe/Lisbon" };
}

/** Adds a flight across midnight and time zones, a stay of several nights, and an unconfirmed table. */
async function book({ id }: TripDto, owner: Person): Promise<string> {
  const bookings: NewReservation[] = [
    {
      kind: "flight",
      title: "New York to Lisbon, TP 210",
      start: { local: "2027-04-04T22:30", zone: "America/New_York" },
      end: lisbon("2027-04-05T10:15"),
      from: { name: "New York", code: "EWR" },
      to: { name: "Lisbon", code: "LIS" },
      confirmation: "K7PQ2M",
      provider: "TAP Air Portugal",
      cost: { amount: 48250, currency: "USD" },
    },
    {
      kind: "lodging",
      title: "Pensão Londres",
      start: lisbon("2027-04-05T15:00"),
      end: lisbon("2027-04-09T11:00"),
      from: { name: "Rua Dom Pedro V 53" },
      confirmation: "PL-2214",
    },
    { kind: "restaurant", title: "Table at Ramiro", start: lisbon("2027-04-06T19:30"), participants: [] },
  ];
  const params = { tripId: id };
  const ids: string[] = [];
  for (const body of bookings)
    ids.push((await call(reservationsApi.create, { params, body }, as(owner))).data.id);
  return ids[0] ?? "";
}

async function talkAndPack({ id }: TripDto, owner: Person, friend: Person): Promise<void> {
  const params = { tripId: id };
  const question = { target: { kind: "trip" as const, id }, body: "Who books the flat?" };
  await call(commentsApi.create, { params, body: question }, as(friend));
  const clothes = { list: "packing" as const, section: "Clothes" };
  const items = [
    { list: "packing" as const, text: "Plug adapter" },
    { ...clothes, text: "Rain jackets", dueDate: "2026-01-05" },
    { ...clothes, text: "Swimwear" },
    { list: "packing" as const, text: "A present for Ben", isPrivate: true },
  ];
  const { data } = await call(itemsApi.createMany, { params, body: { items } }, as(owner));
  const itemId = data[2]?.id ?? "";
  await call(itemsApi.update, { params: { ...params, itemId }, body: { isDone: true } }, as(friend));
}

/** Adds a decision with a tie, and a suggestion with every kind of change, one of which is outdated. */
async function askAndSuggest({ id, days }: TripDto, friend: Person, castleId: string): Promise<void> {
  const params = { tripId: id };
  const dayId = days[2]?.id ?? null;
  const candidates: string[] = [];
  for (const name of ["Fado in Alfama", "Sunset from the Miradouro da Senhora do Monte"]) {
    const { data } = await call(stopsApi.create, { params, body: { dayId: null, name } }, as(friend));
    await call(stopsApi.vote, { params: { ...params, stopId: data.id }, body: { value: 1 } }, as(friend));
    candidates.push(data.id);
  }
  const question = { title: "What do we do on Wednesday?", candidates, dayId };
  await call(decisionsApi.create, { params, body: question }, as(friend));
  const changes = [
    { op: "stops.update" as const, entityId: castleId, input: { startTime: "08:30", endTime: "10:00" } },
    { op: "stops.create" as const, input: { dayId, name: "Feira da Ladra", startTime: "10:00" } },
    { op: "stops.delete" as const, entityId: candidates[1], input: {} },
  ];
  await call(suggestionsApi.create, { params, body: { changes, note: "It is fullest at ten." } }, as(friend));
  const overtaken = { params: { ...params, stopId: castleId }, body: { endTime: "11:45" } };
  await call(stopsApi.update, overtaken, as(friend));
}

/** Returns two stops that overlap, one with every field filled in, and one idea. */
function stopsOf({ days }: TripDto): NewStop[] {
  const [monday = null, tuesday = null] = days.map(({ id }) => id);
  const castle = { lat: 38.7139, lng: -9.1335, address: "Rua de Santa Cruz do Castelo, Lisbon" };
  return [
    {
      dayId: monday,
      name: "São Jorge Castle",
      category: "sight",
      startTime: "09:30",
      endTime: "11:30",
      place: castle,
      cost: { amount: 3000, currency: "EUR" },
      notes: "The view is best before noon.",
      url: "https://example.org/castle",
    },
    { dayId: monday, name: "Coffee", category: "cafe", startTime: "11:00", endTime: "11:20" },
    { dayId: tuesday, name: "Tram 28", category: "transport", place: { lat: 38.7107, lng: -9.1366 } },
    { dayId: null, name: "Tile museum", category: "museum" },
  ];
}
