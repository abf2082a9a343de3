import { expect, test } from "vitest";
import { newPerson } from "#tests/factories/people.ts";
import { newMember, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { liveService } from "./live-service.ts";
import { openTrip, waitUntilChanged } from "./open-trip.ts";

const live = liveService();

test("a write is in everyone's view, with the writer's own shown before it is answered", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const bob = await newMember(ann, trip, "editor");
  const [mine, theirs] = [await openTrip(live.api, ann, trip.id), await openTrip(live.api, bob, trip.id)];

  const saved = mine.actions.addStop({ name: "Fushimi Inari", dayId: trip.days[0]?.id ?? null });
  expect(mine.store.trip.stops.map(({ name }) => name)).toEqual(["Fushimi Inari"]);
  expect(mine.store.queue.state).toBe("saving");
  await waitUntilChanged(() => theirs.store.trip.stops.length === 1, theirs.store.changes.add);
  await saved;
  await waitUntilChanged(() => mine.store.queue.items.length === 0, mine.store.changes.add);
  expect(theirs.store.trip.stops).toEqual(mine.store.trip.stops);
  expect(mine.store.trip).toEqual(await readTrip(ann, trip.id));
  expect(theirs.store.trip).toEqual(await readTrip(bob, trip.id));
  for (const session of [mine, theirs]) session.stop();
});

test("a change reaches the others well under a second", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const bob = await newMember(ann, trip, "viewer");
  const theirs = await openTrip(live.api, bob, trip.id);
  const { store } = theirs;
  const waits: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const name = `Stop ${turn}`;
    await newStop(ann, trip, { name });
    const answered = performance.now();
    await waitUntilChanged(() => store.trip.stops.some((stop) => stop.name === name), store.changes.add);
    waits.push(performance.now() - answered);
  }
  expect(Math.max(...waits)).toBeLessThan(1000);
  theirs.stop();
});
