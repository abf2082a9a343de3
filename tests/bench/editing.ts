import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ApiError, call, type CallOptions } from "#lib/client/base/api.ts";
import { newId } from "#lib/client/base/ids.ts";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { EditJob, Outcome } from "./jobs.ts";

const CONVERGED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** The errors that a write gets when somebody else has just changed or deleted its row. */
const CONFLICTS = new Set(["FIELD_CONFLICT", "NOT_FOUND", "UNDO_CONFLICT"]);

type Edits = NonNullable<Outcome["edits"]>;

interface Editor {
  userId: string;
  session: TripSession;
  reach: CallOptions;
}

/**
 * Makes all editors edit with the web's client until the time is up; afterwards each must have exactly the service's
 * trip.
 */
export async function runEditJob({ baseUrl, editors, seconds, everyMs }: EditJob): Promise<Outcome> {
  const latencies: number[] = [];
  const edits: Edits = { elsewhere: [], conflicts: 0, errors: [], diverged: 0 };
  const people: Editor[] = [];
  for (const { tripId, userId, token } of editors) {
    people.push(await open(tripId, userId, { baseUrl, token }, edits));
  }
  const start = performance.now();
  const until = start + seconds * 1000;
  async function keepEditing({ session }: Editor): Promise<void> {
    for (let turn = 0; ; turn++) {
      await pause(Math.random() * 2 * everyMs);
      const at = performance.now();
      if (at >= until) return;
      try {
        await change(session, turn);
        latencies.push(performance.now() - at);
      } catch (error) {
        if (error instanceof ApiError && CONFLICTS.has(error.body.code)) edits.conflicts++;
        else edits.errors.push(String(error));
      }
    }
  }
  await Promise.all(people.map(keepEditing));
  const took = (performance.now() - start) / 1000;
  const converged = await Promise.all(people.map(hasConverged));
  edits.diverged = converged.filter((isSame) => !isSame).length;
  for (const { session } of people) session.stop();
  return { latencies, seconds: took, edits };
}

async function open(tripId: string, userId: string, reach: CallOptions, edits: Edits): Promise<Editor> {
  const { data: initial } = await call(tripsApi.get, { params: { tripId } }, reach);
  const session = new TripSession({ initial, userId, call: reach });
  session.store.events.add((event) => {
    const isAnothers = event.op !== "redacted" && event.actorId !== userId;
    if (isAnothers) edits.elsewhere.push(Date.now() - Date.parse(event.at));
  });
  const live = Promise.withResolvers<void>();
  session.connectionChanges.add(() => {
    if (session.connection === "live") live.resolve();
  });
  session.start();
  await live.promise;
  return { userId, session, reach };
}

/** Makes one of the common changes of a trip; some kinds of changes are more frequent than others. */
function change({ actions, store }: TripSession, turn: number): Promise<unknown> {
  const { trip } = store;
  const stop = anyOf(trip.stops);
  const dayId = anyOf(trip.days)?.id ?? null;
  const kind = Math.random();
  if (!stop || kind < 0.2) return actions.addStop({ id: newId(), name: `Tea house ${turn}`, dayId });
  if (kind < 0.55) return actions.updateStop(stop.id, { notes: `Bring the tickets, ${turn} of them.` });
  if (kind < 0.7) {
    const afterId = anyOf(trip.stops.filter((other) => other.dayId === dayId && other.id !== stop.id))?.id;
    return actions.moveStop(stop.id, { dayId, afterId: afterId ?? null });
  }
  if (kind < 0.85) return actions.vote(stop.id, Math.random() < 0.7 ? 1 : 0);
  if (kind < 0.95) return actions.addComment({ kind: "stop", id: stop.id }, `Shall we, at ${turn}?`);
  return trip.stops.length > 10
    ? actions.deleteStop(stop.id)
    : actions.updateTrip({ title: `Japan, take ${turn}` });
}

function anyOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

async function hasConverged({ session: { store }, reach }: Editor): Promise<boolean> {
  const until = Date.now() + CONVERGED_WITHIN_MS;
  for (;;) {
    const { data: truth } = await call(tripsApi.get, { params: { tripId: store.id } }, reach);
    const isQuiet = store.queue.items.length === 0 && store.seq === truth.seq;
    if (isQuiet) return isDeepStrictEqual(plain(store.confirmed), truth);
    if (Date.now() > until) return false;
    await pause(LOOK_EVERY_MS);
  }
}

/** Returns the trip as JSON would carry it, without undefined fields. */
function plain(trip: TripDto): TripDto {
  return JSON.parse(JSON.stringify(trip));
}
