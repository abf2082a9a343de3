import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { Person } from "#tests/factories/people.ts";
import { readTrip } from "#tests/factories/trips.ts";
import type { ApiServer } from "./api-server.ts";

/** Resolves when a condition is true; it is checked again after each change. */
export function waitUntilChanged(
  isSo: () => boolean,
  add: (listener: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = add(check);
    function check(): void {
      if (!isSo()) return;
      stop();
      resolve();
    }
    check();
  });
}

/** Opens the trip with this person's client, and waits until it is live. */
export async function openTrip(api: ApiServer, person: Person, tripId: string): Promise<TripSession> {
  const initial = await readTrip(person, tripId);
  const call = { baseUrl: api.url, token: person.token };
  const session = new TripSession({ initial, userId: person.userId, call });
  session.start();
  await waitUntilChanged(() => session.connection === "live", session.connectionChanges.add);
  return session;
}
