import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { socketAddresses } from "./addresses.ts";
import type { Curve } from "./curve.ts";
import { newPeople, smallTrip } from "./fixture.ts";
import { quantile } from "./measuring.ts";
import type { Row } from "./report.ts";
import { newStopRequest } from "./requests.ts";
import type { Bench, Findings } from "./scenario.ts";

/** The maximum p95 of the time from a write to each socket, up to which a step counts as passed. */
const BOUND_MS = 150;
const TRIPS = 32;
const WRITES = [100, 200, 400, 800, 1200, 1600, 2000];
const SOCKETS = { short: [500, 1000, 2000], long: [500, 1000, 1500, 2000, 3000, 4000] };
const PER_SECOND = 20;
const PEOPLE = 500;
const SECONDS = { short: 3, long: 10 };

interface Step {
  at: number;
  p95: number;
}

/**
 * Measures how many writes per second, and how many sockets in one trip, this machine can serve, by increasing both
 * step by step.
 */
export async function measureLimits(bench: Bench): Promise<Findings> {
  const writer = await newPerson();
  const writes = await climbWrites(bench, writer);
  const sockets = await climbSockets(bench, writer);
  const bound = `p95 to each socket ≤ ${BOUND_MS} ms`;
  const rows: Row[] = [
    { measure: `most writes over ${TRIPS} trips of 3, ${bound}`, value: passed(writes), unit: "/s" },
    {
      measure: `most sockets in one trip at ${PER_SECOND} writes/s, ${bound}`,
      value: passed(sockets),
      unit: "",
    },
    {
      measure: "the same as messages to sockets",
      value: passed(sockets) * PER_SECOND,
      unit: "/s",
    },
  ];
  return {
    rows,
    curves: [curveOf("writes/s", writes), curveOf(`sockets in one trip, ${PER_SECOND} writes/s`, sockets)],
  };
}

function passed(steps: readonly Step[]): number {
  return Math.max(0, ...steps.filter(({ p95 }) => p95 <= BOUND_MS).map(({ at }) => at));
}

function curveOf(over: string, steps: readonly Step[]): Curve {
  const points = steps.map(({ at, p95 }) => ({ at, value: p95 }));
  return { measure: "write → each socket, p95", over, unit: "ms", points };
}

async function climbWrites(bench: Bench, writer: Person): Promise<Step[]> {
  const { driver, service } = bench;
  const owner = { baseUrl: service.app.url, token: writer.token };
  const rooms: { trip: TripDto; addresses: string[] }[] = [];
  for (let n = 0; n < TRIPS; n++) {
    const members = await newPeople(2);
    const trip = await smallTrip(owner, { members });
    rooms.push({ trip, addresses: await socketAddresses(members, trip, owner.baseUrl) });
  }
  await driver.run({ kind: "gather", rooms: rooms.map(({ addresses }) => addresses) });
  const requests = rooms.map(({ trip }) => newStopRequest(writer.token, trip));
  const steps = await climb(WRITES, (at) => p95Of(bench, requests, at));
  await driver.run({ kind: "disperse" });
  return steps;
}

async function climbSockets(bench: Bench, writer: Person): Promise<Step[]> {
  const { driver, service, isLong } = bench;
  const owner = { baseUrl: service.app.url, token: writer.token };
  const members = await newPeople(PEOPLE);
  const trip = await smallTrip(owner, { members });
  const requests = [newStopRequest(writer.token, trip)];
  let open = 0;
  const steps = await climb(isLong ? SOCKETS.long : SOCKETS.short, async (at) => {
    const people = Array.from({ length: at - open }, (_, n) => members[(open + n) % PEOPLE] ?? writer);
    open = at;
    await driver.run({ kind: "gather", rooms: [await socketAddresses(people, trip, owner.baseUrl)] });
    return p95Of(bench, requests, PER_SECOND);
  });
  await driver.run({ kind: "disperse" });
  return steps;
}

/** Runs the steps up to the first one that exceeds the bound. */
async function climb(sizes: readonly number[], p95At: (size: number) => Promise<number>): Promise<Step[]> {
  const steps: Step[] = [];
  for (const at of sizes) {
    const p95 = await p95At(at);
    steps.push({ at, p95 });
    if (p95 > BOUND_MS) break;
  }
  return steps;
}

async function p95Of(
  { driver, service, isLong }: Bench,
  requests: string[],
  perSecond: number,
): Promise<number> {
  const stream = { kind: "stream" as const, port: service.port, requests, perSecond, status: 201 };
  const seconds = isLong ? SECONDS.long : SECONDS.short;
  await driver.run({ ...stream, seconds: 1 });
  const { latencies, missed = 0 } = await driver.run({ ...stream, seconds });
  if (missed > 0) throw new Error(`${missed} events did not reach a socket in their order.`);
  return quantile(latencies, 0.95);
}
