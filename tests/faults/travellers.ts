import { call, type CallOptions } from "#lib/client/api.ts";
import { TripSession } from "#lib/client/trip-session.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** One person with a trip open, as the web app has it open. */
export interface Traveller {
  session: TripSession;
  /** The trip as the service has it for them. */
  truth: () => Promise<TripDto>;
}

/** A new trip of the one, which the other joins by an invite; both have it open. */
export async function planTogether(owner: CallOptions, friend: CallOptions): Promise<[Traveller, Traveller]> {
  const body = { title: "Kept whatever happens", startDate: "2027-04-05", endDate: "2027-04-09" };
  const { data: trip } = await call(tripsApi.create, { body }, owner);
  const params = { tripId: trip.id };
  const { data: invite } = await call(invitesApi.create, { params, body: { role: "editor" } }, owner);
  await call(invitesApi.accept, { params: { token: invite.token } }, friend);
  return [await open(trip.id, owner), await open(trip.id, friend)];
}

async function open(tripId: string, options: CallOptions): Promise<Traveller> {
  const truth = async () => (await call(tripsApi.get, { params: { tripId } }, options)).data;
  const initial = await truth();
  // Each of the two has a role that the other has not.
  const me = initial.members.find(({ role }) => role === initial.role);
  const session = new TripSession({ initial, userId: me?.userId ?? "", call: options });
  session.start();
  return { session, truth };
}
