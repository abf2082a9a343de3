import { pathOf } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { searchApi } from "#lib/shared/api/search.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { Curve } from "./curve.ts";
import { type Fixture, firstStopOf } from "./fixture.ts";
import { ID_PLACEHOLDER } from "./jobs.ts";
import { median, rate } from "./measuring.ts";
import { integrityRow } from "./integrity-row.ts";
import { addOtherTrips, eventsPerTrip } from "./other-trips.ts";
import { countDatabasePages } from "./pages-read.ts";
import type { Row } from "./report.ts";
import {
  listRequest,
  newStopRequest,
  pingRequest,
  readRequest,
  tripRequest,
  writeRequest,
} from "./requests.ts";
import type { Bench, Findings } from "./scenario.ts";

/** The numbers of other people's trips; the results at the last number are compared with those at the first. */
const SIZES = { short: [200, 20_000], long: [200, 2000, 20_000] };
/** The edits of each stop, which give 25 or 105 events per trip and 500,000 or 2.1 million in all. */
const EDITS = { short: 2, long: 12 };
const ROUNDS = 4;
const AT_ONCE = 16;
/** The maximum factor by which a request may cost more with a hundred times as many trips of other people. */
const MOST = { unchanged: 1.2, nearly: 1.5 };

interface Question {
  name: string;
  requests: string[];
  count: number;
  status: number;
  /** Whether users wait for this request whenever a page opens. */
  isHot?: boolean;
}

async function questions(
  { reader, writer, measured, apart, pair }: Fixture,
  baseUrl: string,
): Promise<Question[]> {
  const inTrip = { params: { tripId: measured.id } };
  const edited = { tripId: pair.id, stopId: await firstStopOf({ baseUrl, token: writer.token }, pair) };
  const read = (path: string) => [readRequest(reader.token, path)];
  return [
    { name: "trip list", requests: [listRequest(reader.token)], count: 1000, status: 200, isHot: true },
    {
      name: "full trip",
      requests: [tripRequest(reader.token, measured)],
      count: 500,
      status: 200,
      isHot: true,
    },
    {
      name: "create stop",
      requests: apart.map((trip) => newStopRequest(writer.token, trip)),
      count: 800,
      status: 201,
    },
    {
      name: "edit stop",
      requests: [
        writeRequest(writer.token, "PATCH", pathOf(stopsApi.update, { params: edited }), {
          notes: ID_PLACEHOLDER,
        }),
      ],
      count: 500,
      status: 200,
    },
    {
      name: "search",
      requests: read(pathOf(searchApi.find, { query: { q: "kiyomizu" } })),
      count: 250,
      status: 200,
    },
    { name: "inbox", requests: read(notificationsApi.list.path), count: 1000, status: 200 },
    {
      name: "history",
      requests: read(pathOf(eventsApi.list, { ...inTrip, query: { after: 20, limit: 50 } })),
      count: 500,
      status: 200,
    },
  ];
}

/** Measures the cost of the same requests of one person with a growing number of other people's trips. */
export async function measureLargeDatabase(bench: Bench): Promise<Findings> {
  const fixture = await bench.fixture();
  const sizes = bench.isLong ? SIZES.long : SIZES.short;
  const edits = bench.isLong ? EDITS.long : EDITS.short;
  const asked = await questions(fixture, bench.service.app.url);
  const costs: number[][] = asked.map(() => []);
  const pages: Record<string, number>[] = [];
  const rows: Row[] = [];
  let from = 0;
  for (const to of sizes) {
    const start = performance.now();
    await addOtherTrips({ from, to, edits });
    const seconds = (performance.now() - start) / 1000;
    const made = (to - from) * eventsPerTrip(edits);
    console.log(`${to} other trips: ${made} events in ${seconds.toFixed(0)} s, ${await sizeText()}`);
    from = to;
    (await costsOf(bench, asked)).forEach((cost, n) => costs[n]?.push(cost));
    pages.push(await countDatabasePages(fixture));
  }
  const [least, most] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
  asked.forEach(({ name, isHot = false }, n) => {
    const [first = Number.NaN, last = Number.NaN] = [costs[n]?.[0], costs[n]?.at(-1)];
    rows.push({
      measure: `${name} among ${most} other trips, cost in pings`,
      value: last,
      unit: "",
      yardstick: `of among ${least}`,
      ratio: last / first,
      floor: { at: "most", value: isHot ? MOST.unchanged : MOST.nearly, of: "ratio" },
    });
  });
  // With so many trips the integrity check takes long, and the scenario of the editors runs it as well.
  if (bench.isLong) rows.push(await integrityRow());
  const curves = [
    ...asked.map(({ name }, n) => curveOf(name, "pings", sizes, costs[n] ?? [])),
    ...Object.keys(pages[0] ?? {}).map((name) => {
      const read = pages.map((each) => each[name] ?? Number.NaN);
      return curveOf(name, "pages of the database", sizes, read);
    }),
  ];
  return { rows, curves };
}

function curveOf(
  measure: string,
  unit: Curve["unit"],
  sizes: readonly number[],
  values: readonly number[],
): Curve {
  const points = sizes.map((at, n) => ({ at, value: values[n] ?? Number.NaN }));
  return { measure, over: "other trips", unit, points };
}

/** Returns each request's cost in multiples of a ping; each measurement is between two runs of pings. */
async function costsOf({ driver, service }: Bench, asked: readonly Question[]): Promise<number[]> {
  const { port } = service;
  const load = { kind: "load" as const, port, connections: AT_ONCE };
  const pings = async () =>
    rate(await driver.run({ ...load, requests: [pingRequest()], count: 600, status: 200 }));
  const samples: number[][] = asked.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    let before = await pings();
    for (const [n, { requests, count, status }] of asked.entries()) {
      const outcome = await driver.run({ ...load, requests, count: Math.ceil(count / 2), status });
      const after = await pings();
      // The first round is a warm-up of plans, caches and compilers.
      if (round > 0) samples[n]?.push((before + after) / 2 / rate(outcome));
      before = after;
    }
  }
  return samples.map(median);
}

async function sizeText(): Promise<string> {
  const { rows } = await freshDatabase().pool.query<{ size: string; events: string }>(
    "select pg_size_pretty(pg_database_size(current_database())) as size, (select count(*) from trip_events) as events",
  );
  return `${rows[0]?.events} events, ${rows[0]?.size}`;
}
