import type { TripDto } from "#lib/shared/trips.ts";
import { socketAddresses } from "./addresses.ts";
import { type Fixture, fullTrip, MEMBERS } from "./fixture.ts";
import { type Driver, median } from "./measuring.ts";
import type { Row } from "./report.ts";
import { newStopRequest, publishRequest } from "./requests.ts";
import type { Service } from "./service.ts";

const BLOCKS = 5;
const WRITES = 40;
/**
 * A pause after each write, so that the write has ended everywhere: the room answers the API only after it has sent the
 * event to the sockets.
 */
const pauseMs = 8;
/** The number of writes after which V8 has compiled the code for publishing, in this process and in the room. */
const WARM_UP_WRITES = 400;

interface Case {
  members: number;
  trip: TripDto;
  /** The maximum time until the event arrives, beyond the write itself, in multiples of a bare publish. */
  publishes: number;
}

/** Measures the time from sending a write until the slowest of the other members' sockets has its event. */
export async function measurePropagation(driver: Driver, service: Service, fixture: Fixture): Promise<Row[]> {
  const small = await measureCase(driver, service, fixture, {
    members: 2,
    trip: fixture.pair,
    publishes: 1.5,
  });
  const large = await measureCase(driver, service, fixture, {
    members: MEMBERS,
    trip: fixture.crowded,
    publishes: 3,
  });
  return [...small, ...large];
}

/**
 * Measures the write alone, the bare publish, and both together in turn, so that all three run under the same load of
 * the machine.
 */
async function measureCase(
  driver: Driver,
  service: Service,
  { writer, people }: Fixture,
  { members, trip, publishes }: Case,
): Promise<Row[]> {
  const { port, roomsPort, realtimeSecret, app } = service;
  const owner = { baseUrl: app.url, token: writer.token };
  const present = people.slice(0, members);
  const [silent, unwritten] = [await fullTrip(owner), await fullTrip(owner, present.slice(1))];
  const load = { kind: "load" as const, connections: 1, port, status: 201, pauseMs };
  const writing = { ...load, requests: [newStopRequest(writer.token, silent)] };
  const samples = { written: [] as number[], published: [] as number[], spread: [] as number[] };
  for (let block = 0; block <= BLOCKS; block++) {
    const count = block === 0 ? WARM_UP_WRITES : WRITES;
    const written = await driver.run({ ...writing, count });
    const bare = { request: publishRequest(realtimeSecret, unwritten), port: roomsPort, status: 200 };
    const published = await driver.run({
      ...bare,
      kind: "spread",
      count,
      pauseMs,
      sockets: await socketAddresses(present, unwritten, app.url),
    });
    const whole = { request: newStopRequest(writer.token, trip), port, status: 201 };
    const spread = await driver.run({
      ...whole,
      kind: "spread",
      count,
      pauseMs,
      sockets: await socketAddresses(present, trip, app.url),
    });
    if (block === 0) continue;
    samples.written.push(...written.latencies);
    samples.published.push(...published.latencies);
    samples.spread.push(...spread.latencies);
  }
  const [write, publish, whole] = [
    median(samples.written),
    median(samples.published),
    median(samples.spread),
  ];
  const allowed = write + publishes * publish;
  return [
    { measure: `bare publish → sockets, ${members} members, p50`, value: publish, unit: "ms" },
    {
      measure: `write → other clients, ${members} members, p50`,
      value: whole,
      unit: "ms",
      yardstick: `of create stop (${write.toFixed(2)} ms)`,
      ratio: whole / write,
      floor: { at: "most", value: allowed, of: "value" },
    },
  ];
}
