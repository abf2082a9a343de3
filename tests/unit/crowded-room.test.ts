import { expect, test } from "vitest";
import { RoomState } from "#party/room-state.ts";
import { FakeClock } from "#tests/realtime/fake-clock.ts";
import { RoomClient } from "#tests/realtime/room-client.ts";
import { event, STOP_ID, stopFields } from "#tests/realtime/sample-trip.ts";

const CROWD = 300;

interface Crowded {
  room: RoomState;
  clock: FakeClock;
  people: RoomClient[];
}

function idOf(place: number): string {
  return `0199b6a0-7c00-7000-8000-${String(place).padStart(12, "0")}`;
}

async function crowdedRoom(): Promise<Crowded> {
  const clock = new FakeClock();
  const room = new RoomState({ clock, readHistory: async () => ({ seq: 3, events: [] }) });
  const people: RoomClient[] = [];
  for (let place = 0; place < CROWD; place++) {
    const person = new RoomClient(room, idOf(place), { name: `Person ${place}` });
    room.join(person, person.identity);
    people.push(person);
    await clock.pass(10);
  }
  await clock.pass(10_000);
  return { room, clock, people };
}

function told(person: RoomClient | undefined) {
  return person?.heard.filter(({ type }) => type === "presence") ?? [];
}

function look({ room }: Crowded, person: RoomClient | undefined, stopId: string | null): void {
  if (person) room.hear(person, JSON.stringify({ type: "presence", state: { stopId, field: null } }));
}

test("of a crowd those are told who came or said something last", async () => {
  const crowded = await crowdedRoom();
  const [first] = crowded.people;
  look(crowded, first, STOP_ID);
  await crowded.clock.pass(10_000);

  const last = told(crowded.people.at(-1)).at(-1);
  const members = last?.type === "presence" ? last.members : [];
  expect(members).toHaveLength(100);
  expect(members[0]).toMatchObject({ userId: idOf(0), stopId: STOP_ID });
  expect(members[1]?.userId).toBe(idOf(CROWD - 99));
});

test("a crowd is told the seldomer the more it is, and the last state in the end", async () => {
  const crowded = await crowdedRoom();
  const [first, second] = crowded.people;
  const before = told(first).length;
  for (let turn = 0; turn < 100; turn++) {
    look(crowded, second, turn % 2 === 0 ? STOP_ID : null);
    await crowded.clock.pass(100);
  }
  await crowded.clock.pass(10_000);

  const since = told(first).slice(before);
  expect(since.length).toBeGreaterThan(3);
  expect(since.length).toBeLessThan(25);
  const last = since.at(-1);
  expect(last?.type === "presence" && last.members.find(({ userId }) => userId === idOf(1))).toMatchObject({
    stopId: null,
  });
});

test("what is told of people goes out some at a time, and events pass it", async () => {
  const crowded = await crowdedRoom();
  const { room, clock, people } = crowded;
  const before = people.map((person) => told(person).length);
  const heard = () => people.filter((person, place) => told(person).length > (before[place] ?? 0)).length;
  look(crowded, people[0], STOP_ID);
  const renamed = event(4, { op: "stop.updated", entity: stopFields({ name: "Fushimi Inari" }) });
  room.obey({ type: "publish", events: [{ event: renamed, visibleTo: null }] });

  expect(people.every(({ said }) => said.at(-1) === "4 stop.updated")).toBe(true);
  expect(heard()).toBeGreaterThan(0);
  expect(heard()).toBeLessThan(CROWD / 10);
  await clock.pass(200);
  const sooner = heard();
  expect(sooner).toBeGreaterThan(CROWD / 10);
  expect(sooner).toBeLessThan(CROWD);
  await clock.pass(2000);
  expect(heard()).toBe(CROWD);
});
