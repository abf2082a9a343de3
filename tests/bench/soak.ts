import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { pathOf } from "#lib/client/base/api.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { searchApi } from "#lib/shared/api/search.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { socketAddresses } from "./addresses.ts";
import { firstStopOf, fullTrip, newPeople } from "./fixture.ts";
import { usedHeapMiB, heapOfRooms, heapOfWeb } from "./inspector.ts";
import { ID_PLACEHOLDER } from "./jobs.ts";
import { type Driver, median, startDriver } from "./measuring.ts";
import type { Row } from "./report.ts";
import { listRequest, readRequest, tripRequest, writeRequest } from "./requests.ts";
import type { Bench, Findings } from "./scenario.ts";
import type { Service } from "./service.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

const TRIPS = 4;
const MEMBERS = 10;
/**
 * The edits of each trip, and the seconds of requests, before the first reading. The heaps of room and web part grow
 * until their caches are full; a room, for example, caches the newest 500 events.
 */
const WARM_UP = { events: 700, seconds: 20 };
const SECONDS = { short: 90, long: 600 };
const READINGS = { short: 7, long: 21 };
/** The pause between an answer and the next request of each of four clients. */
const PAUSE_MS = 15;
const COME_AND_GO_MS = 2000;
const MOST_MIB = 2;

interface Reading {
  /** The seconds since the first reading. */
  at: number;
  web: number;
  rooms: number;
}

/**
 * Measures the memory that is still used after a long time of the same work but was not before: the heaps after garbage
 * collection, while people list, open, search and edit, and sockets open and close.
 */
export async function measureSoak(bench: Bench): Promise<Findings> {
  const ports = { web: await unusedPort("127.0.0.1"), rooms: await unusedPort("127.0.0.1") };
  const roomInspector = pathToFileURL(join(import.meta.dirname, "room-inspector.ts")).href;
  const service = await bench.service.restarted({
    NODE_OPTIONS: `--inspect-port=${ports.web} --import=${roomInspector}`,
    ROOMS_INSPECTOR_PORT: String(ports.rooms),
  });
  process.kill(service.app.pidOf("web") ?? 0, "SIGUSR1");
  const people = await newPeople(MEMBERS);
  const [owner, ...members] = people;
  if (!owner) throw new Error("There is nobody.");
  const reach = { baseUrl: service.app.url, token: owner.token };
  const trips: SoakedTrip[] = [];
  for (let n = 0; n < TRIPS; n++) {
    const trip = await fullTrip(reach, members);
    trips.push({ trip, stopId: await firstStopOf(reach, trip) });
  }
  const guests = startDriver();
  try {
    const work = { bench, service, guests, people, trips };
    await comeAndGo(work, 1);
    await fillLogs(work, owner);
    await keepBusy(work, WARM_UP.seconds);
    const readings = await soak(work, bench.isLong, ports);
    return { rows: [...rowsOf("web part", readings, "web"), ...rowsOf("rooms", readings, "rooms")] };
  } finally {
    await guests.stop();
  }
}

interface SoakedTrip {
  trip: TripDto;
  /** The id of the stop that is edited. */
  stopId: string;
}

interface Work {
  bench: Bench;
  service: Service;
  /** The process that opens and closes sockets. */
  guests: Driver;
  people: readonly Person[];
  trips: readonly SoakedTrip[];
}

async function soak(work: Work, isLong: boolean, ports: { web: number; rooms: number }): Promise<Reading[]> {
  const [seconds, count] = isLong ? [SECONDS.long, READINGS.long] : [SECONDS.short, READINGS.short];
  const readings: Reading[] = [];
  const start = performance.now();
  for (let n = 0; n < count; n++) {
    const web = await usedHeapMiB(heapOfWeb(ports.web));
    const rooms = await usedHeapMiB(heapOfRooms(ports.rooms));
    const at = (performance.now() - start) / 1000;
    readings.push({ at, web, rooms });
    console.log(`${at.toFixed(0)} s: web ${web.toFixed(2)} MiB, rooms ${rooms.toFixed(2)} MiB`);
    if (n + 1 < count) await keepBusy(work, seconds / (count - 1));
  }
  return readings;
}

/** Fills the logs: after its first socket, a room caches the newest events, even with no socket open. */
async function fillLogs({ bench, service, trips }: Work, owner: Person): Promise<void> {
  const requests = trips.map((soaked) => editOf(owner, soaked));
  const count = WARM_UP.events * trips.length;
  await bench.driver.run({ kind: "load", port: service.port, connections: 8, requests, count, status: 200 });
}

/** Makes edits and reads of all kinds, and opens and closes sockets, until the time is up. */
async function keepBusy(work: Work, seconds: number): Promise<void> {
  const { bench, service, people, trips } = work;
  const requests = trips.flatMap((soaked, n) => {
    const person = people[n % people.length];
    return person ? allOf(person, soaked) : [];
  });
  const load = { kind: "load" as const, port: service.port, status: null, pauseMs: PAUSE_MS };
  await Promise.all([
    bench.driver.run({ ...load, connections: 4, requests, count: 10_000_000, seconds }),
    comeAndGo(work, seconds),
  ]);
}

function editOf({ token }: Person, { trip, stopId }: SoakedTrip): string {
  const params = { tripId: trip.id, stopId };
  return writeRequest(token, "PATCH", pathOf(stopsApi.update, { params }), { notes: ID_PLACEHOLDER });
}

function allOf(person: Person, soaked: SoakedTrip): string[] {
  const { token } = person;
  const { trip } = soaked;
  const inTrip = { params: { tripId: trip.id } };
  return [
    editOf(person, soaked),
    listRequest(token),
    tripRequest(token, trip),
    readRequest(token, pathOf(moneyApi.balances, inTrip)),
    readRequest(token, pathOf(searchApi.find, { query: { q: "kiyomizu" } })),
    readRequest(token, notificationsApi.list.path),
    writeRequest(token, "POST", pathOf(realtimeApi.ticket, inTrip), {}),
  ];
}

async function comeAndGo({ service, guests, people, trips }: Work, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const rooms: string[][] = [];
    for (const { trip } of trips) rooms.push(await socketAddresses(people, trip, service.app.url));
    await guests.run({ kind: "gather", rooms });
    await sleep(Math.min(COME_AND_GO_MS, Math.max(until - performance.now(), 0)));
    await guests.run({ kind: "disperse" });
  }
}

function rowsOf(name: string, readings: readonly Reading[], part: "web" | "rooms"): Row[] {
  const heaps = readings.map((reading) => reading[part]);
  const minutes = ((readings.at(-1)?.at ?? 0) / 60).toFixed(1);
  const measure = `heap of the ${name} after collection`;
  return [
    { measure: `${measure}, after warming up`, value: median(heaps.slice(0, 3)), unit: "MiB" },
    {
      measure: `${measure}, grown in ${minutes} minutes`,
      value: median(heaps.slice(-3)) - median(heaps.slice(0, 3)),
      unit: "MiB",
      floor: { at: "most", value: MOST_MIB, of: "value" },
    },
    { measure: `${measure}, slope`, value: slope(readings, heaps) * 600, unit: "MiB/10 min" },
  ];
}

/** Returns the slope of the least-squares line, in MiB per second. */
function slope(readings: readonly Reading[], heaps: readonly number[]): number {
  const ats = readings.map(({ at }) => at);
  const [meanAt, meanHeap] = [mean(ats), mean(heaps)];
  const [shared, spread] = [
    mean(ats.map((at, n) => (at - meanAt) * ((heaps[n] ?? 0) - meanHeap))),
    mean(ats.map((at) => (at - meanAt) ** 2)),
  ];
  return shared / spread;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
