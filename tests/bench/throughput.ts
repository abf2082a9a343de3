import type { LoadJob } from "./jobs.ts";
import { type Driver, median, quantile, rate } from "./measuring.ts";
import { fullTrip, type Fixture } from "./fixture.ts";
import type { Row } from "./report.ts";
import { listRequest, newStopRequest, pingRequest, tripRequest } from "./requests.ts";
import type { Bench } from "./scenario.ts";

const ROUNDS = { short: 3, long: 9 };
const AT_ONCE = 16;
/** The number of stops that one measurement adds to a trip; a trip holds at most 2,000 stops. */
const NEW_STOPS = 900;

interface Measure {
  name: string;
  /** The number of answers with 16 connections, and with one. */
  count: [number, number];
  status: number;
  requests: () => Promise<string[]> | string[];
  /** The minimum rate with 16 connections, as a fraction of ping's rate. */
  floor?: number;
}

interface Samples {
  rates: number[];
  ratios: number[];
  alone: number[];
  slow: number[];
}

function measures({ reader, writer, measured, apart }: Fixture, baseUrl: string): Measure[] {
  const { token } = writer;
  return [
    {
      name: "trip list, 20 trips",
      count: [2500, 200],
      status: 200,
      requests: () => [listRequest(reader.token)],
      floor: 0.52,
    },
    {
      name: "full trip, 112 stops, 30 bookings",
      count: [1200, 150],
      status: 200,
      requests: () => [tripRequest(reader.token, measured)],
      floor: 0.22,
    },
    {
      name: "create stop, 16 trips",
      count: [1200, 100],
      status: 201,
      requests: () => apart.map((trip) => newStopRequest(token, trip)),
      floor: 0.45,
    },
    {
      name: "create stop, one trip",
      count: [NEW_STOPS, 100],
      status: 201,
      requests: async () => [newStopRequest(token, await fullTrip({ baseUrl, token }))],
      floor: 0.35,
    },
  ];
}

/** Measures each case between two runs of ping and compares it with only them, because the machine's speed changes. */
export async function measureThroughput(
  { driver, service: { port, app }, isLong }: Bench,
  fixture: Fixture,
): Promise<Row[]> {
  const rounds = isLong ? ROUNDS.long : ROUNDS.short;
  const ping: Omit<LoadJob, "connections" | "count"> = {
    kind: "load",
    port,
    requests: [pingRequest()],
    status: 200,
  };
  const list = measures(fixture, app.url).map((measure) => ({ measure, samples: noSamples() }));
  const pings: Samples = noSamples();
  async function pingRate(): Promise<number> {
    const outcome = await driver.run({ ...ping, connections: AT_ONCE, count: 3000 });
    pings.rates.push(rate(outcome));
    return rate(outcome);
  }

  await warmUp(driver, ping, list, port);
  for (let round = 1; round <= rounds; round++) {
    console.log(`round ${round} of ${rounds}`);
    pings.alone.push(median((await driver.run({ ...ping, connections: 1, count: 300 })).latencies));
    let before = await pingRate();
    for (const { measure, samples } of list) {
      const { status, count } = measure;
      const job = { kind: "load" as const, port, requests: await measure.requests(), status };
      const outcome = await driver.run({ ...job, connections: AT_ONCE, count: count[0] });
      const after = await pingRate();
      samples.rates.push(rate(outcome));
      samples.ratios.push(rate(outcome) / ((before + after) / 2));
      samples.slow.push(quantile(outcome.latencies, 0.99));
      before = after;
      samples.alone.push(median((await driver.run({ ...job, connections: 1, count: count[1] })).latencies));
    }
  }
  return [
    ...rowsOf({ name: "ping" }, pings),
    ...list.flatMap(({ measure, samples }) => rowsOf(measure, samples)),
  ];
}

function noSamples(): Samples {
  return { rates: [], ratios: [], alone: [], slow: [] };
}

async function warmUp(
  driver: Driver,
  ping: Omit<LoadJob, "connections" | "count">,
  list: readonly { measure: Measure }[],
  port: number,
): Promise<void> {
  await driver.run({ ...ping, connections: AT_ONCE, count: 5000 });
  for (const { measure } of list) {
    const requests = await measure.requests();
    const { status } = measure;
    await driver.run({ kind: "load", port, requests, status, connections: AT_ONCE, count: NEW_STOPS });
  }
}

function rowsOf({ name, floor }: Pick<Measure, "name" | "floor">, samples: Samples): Row[] {
  const at16: Row = { measure: `${name}, 16 at once`, value: median(samples.rates), unit: "/s" };
  if (samples.ratios.length > 0) {
    at16.yardstick = "of ping";
    at16.ratio = median(samples.ratios);
  }
  if (floor !== undefined) at16.floor = { at: "least", value: floor, of: "ratio" };
  const slow: Row[] =
    samples.slow.length > 0
      ? [{ measure: `${name}, 16 at once, p99`, value: median(samples.slow), unit: "ms" }]
      : [];
  return [at16, ...slow, { measure: `${name}, alone, p50`, value: median(samples.alone), unit: "ms" }];
}
