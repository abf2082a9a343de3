import { call } from "#lib/client/api.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { NewStop } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { as } from "./entering.ts";

export interface LivedInTrip {
  trip: TripDto;
  /** Of a link that still works. */
  inviteToken: string;
}

/** A trip in which two people have done a little of everything. */
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
  const [castle = "", , , idea = ""] = ids;
  const target = { kind: "stop" as const, id: castle };
  await call(
    commentsApi.create,
    { params, body: { target, body: "Tickets are cheaper online." } },
    as(friend),
  );
  await call(stopsApi.vote, { params: { ...params, stopId: idea }, body: { value: 1 } }, as(friend));
  const { data: open } = await call(invitesApi.create, invite, as(owner));
  return { trip, inviteToken: open.token };
}

/** Two that overlap, one with everything, one idea. */
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
