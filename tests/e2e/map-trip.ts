import { call } from "#lib/client/base/api.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Role } from "#lib/shared/roles.ts";
import type { TripDto } from "#lib/shared/trips.ts";

const DAYS: ReadonlyArray<ReadonlyArray<[name: string, lat: number, lng: number]>> = [
  [
    ["Kiyomizu-dera", 34.9949, 135.785],
    ["Kennin-ji", 35.0003, 135.7738],
    ["Nishiki Market", 35.005, 135.7649],
  ],
  [
    ["Osaka Castle", 34.6873, 135.5262],
    ["Dotonbori", 34.6687, 135.5013],
  ],
];

/** The person for whom `call` acts, and the service. */
interface Caller {
  token: string;
  baseUrl: string;
}

/** Creates a trip with two days in Kyoto and Osaka. */
export async function kansaiTrip(owner: Caller): Promise<TripDto> {
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06", timezone: "Asia/Tokyo" };
  const { data: trip } = await call(tripsApi.create, { body: { title: "Maps", ...dates } }, owner);
  const params = { tripId: trip.id };
  for (const [index, stops] of DAYS.entries()) {
    const dayId = trip.days[index]?.id ?? null;
    for (const [name, lat, lng] of stops) {
      await call(stopsApi.create, { params, body: { dayId, name, place: { lat, lng } } }, owner);
    }
  }
  return trip;
}

/** Lets a person join the trip by an invite. */
export async function letIn(trip: TripDto, owner: Caller, friend: Caller, role: Exclude<Role, "owner">) {
  const invite = { params: { tripId: trip.id }, body: { role } };
  const { data } = await call(invitesApi.create, invite, owner);
  await call(invitesApi.accept, { params: { token: data.token } }, friend);
}
