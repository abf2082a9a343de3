import { setTimeout as sleep } from "node:timers/promises";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { socketAddresses } from "./addresses.ts";
import { newPeople, smallTrip } from "./fixture.ts";
import { quantile } from "./measuring.ts";
import { roomsMiB, webMiB } from "./memory.ts";
import type { Row } from "./report.ts";
import { newStopRequest } from "./requests.ts";
import type { Bench, Findings } from "./scenario.ts";

const MEMBERS = 1000;
const TRIPS = 200;
const MEMBERS_EACH = 10;
const PER_SECOND = 20;
const SECONDS = { short: 10, long: 60 };
/** The maximum 99th percentile, in milliseconds, of the time from a write until a socket has its event. */
const MOST_MS = 150;
/** The pause after the sockets were opened; after it, the work that the opening causes has ended, such as presence. */
const SETTLES_MS = 6000;

interface Crowd {
  name: string;
  rooms: { trip: TripDto; people: readonly Person[] }[];
}

/**
 * Measures how long an event takes to each of very many sockets during a steady load of writes, and what a socket
 * costs.
 */
export async function measureCrowds(bench: Bench): Promise<Findings> {
  const writer = await newPerson();
  const owner = { baseUrl: bench.service.app.url, token: writer.token };
  const people = await newPeople(MEMBERS);
  const one = await smallTrip(owner, { members: people, stops: 20 });
  const many: Crowd["rooms"] = [];
  for (let n = 0; n < TRIPS; n++) {
    const from = (n * MEMBERS_EACH) % MEMBERS;
    const members = people.slice(from, from + MEMBERS_EACH);
    many.push({ trip: await smallTrip(owner, { members }), people: members });
  }
  const rows: Row[] = [];
  rows.push(
    ...(await measureCrowd(bench, writer, {
      name: `${MEMBERS} sockets in one trip`,
      rooms: [{ trip: one, people }],
    })),
  );
  rows.push(
    ...(await measureCrowd(bench, writer, {
      name: `${TRIPS * MEMBERS_EACH} sockets in ${TRIPS} trips`,
      rooms: many,
    })),
  );
  return { rows };
}

async function measureCrowd(
  { driver, service, isLong }: Bench,
  { token }: Person,
  { name, rooms }: Crowd,
): Promise<Row[]> {
  const addresses: string[][] = [];
  const before = { web: webMiB(service), rooms: roomsMiB(service) };
  for (const { trip, people } of rooms) addresses.push(await socketAddresses(people, trip, service.app.url));
  const gathered = await driver.run({ kind: "gather", rooms: addresses });
  await sleep(SETTLES_MS);
  const sockets = addresses.flat().length;
  const perSocket = (grown: number): number => (grown * 1024) / sockets;
  const memory = {
    web: perSocket(webMiB(service) - before.web),
    rooms: perSocket(roomsMiB(service) - before.rooms),
  };
  const { latencies, missed = 0 } = await driver.run({
    kind: "stream",
    port: service.port,
    requests: rooms.map(({ trip }) => newStopRequest(token, trip)),
    perSecond: PER_SECOND,
    seconds: isLong ? SECONDS.long : SECONDS.short,
    status: 201,
  });
  await driver.run({ kind: "disperse" });
  const spread = `${name}, write → each socket at ${PER_SECOND} writes/s`;
  return [
    { measure: `${name}, opened`, value: sockets / gathered.seconds, unit: "/s" },
    { measure: `${name}, memory of the web part for each`, value: memory.web, unit: "KiB" },
    { measure: `${name}, memory of the rooms for each`, value: memory.rooms, unit: "KiB" },
    { measure: `${spread}, p50`, value: quantile(latencies, 0.5), unit: "ms" },
    { measure: `${spread}, p95`, value: quantile(latencies, 0.95), unit: "ms" },
    {
      measure: `${spread}, p99`,
      value: quantile(latencies, 0.99),
      unit: "ms",
      floor: atMost(MOST_MS),
    },
    {
      measure: `${name}, events that a socket missed or had twice`,
      value: missed,
      unit: "",
      floor: atMost(0),
    },
  ];
}

function atMost(value: number): NonNullable<Row["floor"]> {
  return { at: "most", value, of: "value" };
}
