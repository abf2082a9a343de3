import { call, type CallOptions } from "#lib/client/base/api.ts";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** One person with a trip open, as the web app opens it. */
export interface Traveller {
  session: TripSession;
  /** Returns the trip as the service has it for this person. */
  truth: () => Promise<TripDto>;
}

/** Creates a trip of one person that the other joins by an invite; both have it open. */
export async function openSharedTrip(
  owner: CallOptions,
  friend: CallOptions,
): Promise<[Traveller, Traveller]> {
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
  // The two members have different roles, so the role identifies the member.
  const me = initial.members.find(({ role }) => role === initial.role);
  const session = new TripSession({ initial, userId: me?.userId ?? "", call: options });
  session.start();
  return { session, truth };
}
