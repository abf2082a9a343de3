import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { TripSession } from "#lib/client/trip-session.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { type Rooms, startRooms } from "./rooms.ts";

let api: ApiServer;
let rooms: Rooms;

beforeAll(async () => {
  api = await startApiServer();
  rooms = await startRooms(api.port);
  process.env.PARTYKIT_URL = rooms.url;
});

afterAll(async () => {
  await rooms.stop();
  await api.stop();
});

async function open(person: Person, trip: TripDto): Promise<TripSession> {
  const initial = await readTrip(person, trip.id);
  const call = { baseUrl: api.url, token: person.token };
  const session = new TripSession({ initial, userId: person.userId, call });
  session.start();
  await until(() => session.connection === "live", session.connectionChanges.add);
  return session;
}

function until(isSo: () => boolean, add: (listener: () => void) => () => void): Promise<void> {
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

test("a write is in everyone's view, with the writer's own shown before it is answered", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const bob = await newMember(ann, trip, "editor");
  const [mine, theirs] = [await open(ann, trip), await open(bob, trip)];

  const saved = mine.actions.addStop({ name: "Fushimi Inari", dayId: trip.days[0]?.id ?? null });
  expect(mine.store.trip.stops.map(({ name }) => name)).toEqual(["Fushimi Inari"]);
  expect(mine.store.queue.state).toBe("saving");
  await until(() => theirs.store.trip.stops.length === 1, theirs.store.changes.add);
  await saved;
  await until(() => mine.store.queue.items.length === 0, mine.store.changes.add);
  expect(theirs.store.trip.stops).toEqual(mine.store.trip.stops);
  expect(mine.store.trip).toEqual(await readTrip(ann, trip.id));
  expect(theirs.store.trip).toEqual(await readTrip(bob, trip.id));
  for (const session of [mine, theirs]) session.stop();
});

test("LATENCY", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const bob = await newMember(ann, trip, "editor");
  const theirs = await open(bob, trip);
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    const t0 = performance.now();
    const n = theirs.store.trip.stops.length;
    const arrived = until(() => theirs.store.trip.stops.length > n, theirs.store.changes.add);
    await newStop(ann, trip, { dayId: null, name: `s${i}` });
    const t1 = performance.now();
    await arrived;
    times.push(performance.now() - t1);
    if (i % 50 === 0)
      console.log(i, "write", (t1 - t0).toFixed(2), "answer → other client", times.at(-1)?.toFixed(2));
  }
  times.sort((a, b) => a - b);
  console.log("p50", times[150], "p95", times[285], "max", times.at(-1));
  theirs.stop();
});
