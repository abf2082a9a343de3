import { call } from "#lib/client/base/api.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { legsApi } from "#lib/shared/api/legs.ts";
import type { NewStop, StopDto } from "#lib/shared/stops.ts";
import type { NewTrip } from "#lib/shared/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { as, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "./handlers.ts";

/** The latitude of the next trip. It moves on with each trip, so that no two tests request the same routes. */
let nextLat = 30;
export function stopsEastward(...east: number[]): Partial<NewStop>[] {
  nextLat += 0.01;
  return east.map((km) => ({
    name: `At ${km}`,
    place: { lat: Number(nextLat.toFixed(2)), lng: Number((135 + km / 96).toFixed(5)) },
  }));
}

/** Creates a trip whose first day has these stops. */
export async function newTripWithStops(given: readonly Partial<NewStop>[], overrides: Partial<NewTrip> = {}) {
  const ann = await newPerson();
  const trip = await newTrip(ann, overrides);
  const stops: StopDto[] = [];
  for (const fields of given) stops.push(await newStop(ann, trip, fields));
  const params = { tripId: trip.id, dayId: trip.days[0]?.id ?? "" };
  const ids = stops.map(({ id }) => id);
  // The service stores the router's routes after it has answered; without the wait, the next request could find none
  // stored.
  const legs = async () => {
    const { data } = await call(legsApi.list, { params }, as(ann));
    await awaitDeferredWork();
    return data;
  };
  const optimized = async () => (await call(legsApi.optimized, { params }, as(ann))).data;
  const order = (stopIds: unknown, headers: Record<string, string> = {}) =>
    send(daysApi.order, { params, token: ann.token, body: { stopIds }, headers });
  const shown = async () =>
    (await readTrip(ann, trip.id)).stops.filter(({ dayId }) => dayId === params.dayId).map(({ id }) => id);
  return { ann, trip, tripId: trip.id, params, stops, ids, legs, optimized, order, shown };
}
