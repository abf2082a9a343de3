import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "./people.ts";
import { newAnonymousGuest } from "./guests.ts";
import { newMember, newStop, newTrip } from "./trips.ts";

/** A trip with a member of every role, one stop on its first day, and a person who is no member. */
export interface TripFixture {
  trip: TripDto;
  tripId: string;
  stop: StopDto;
  owner: Person;
  editor: Person;
  viewer: Person;
  /** A guest with an account. */
  guest: Person;
  /** A guest without an account. */
  anonymousGuest: Person;
  stranger: Person;
}

export async function newTripFixture(): Promise<TripFixture> {
  const [owner, stranger] = await Promise.all([newPerson(), newPerson()]);
  const trip = await newTrip(owner);
  const stop = await newStop(owner, trip);
  const editor = await newMember(owner, trip, "editor");
  const viewer = await newMember(owner, trip, "viewer");
  const guest = await newMember(owner, trip, "guest");
  const anonymousGuest = await newAnonymousGuest(trip.id);
  return { trip, tripId: trip.id, stop, owner, editor, viewer, guest, anonymousGuest, stranger };
}
