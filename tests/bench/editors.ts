import { newPeople, smallTrip } from "./fixture.ts";
import { integrityRow } from "./integrity-row.ts";
import { quantile, startDriver } from "./measuring.ts";
import type { Row } from "./report.ts";
import { listRequest, tripRequest } from "./requests.ts";
import type { Bench, Findings } from "./scenario.ts";

const TRIPS = 20;
const EDITORS_EACH = 5;
/** The average milliseconds between two changes of one editor. */
const EVERY_MS = 2000;
const SECONDS = { short: 30, long: 300 };
const MOST = { answerMs: 150, elsewhereMs: 300 };

/**
 * Measures a hundred people who edit all the time with the web's client, and at the same time one person who lists and
 * opens trips.
 */
export async function measureEditors(bench: Bench): Promise<Findings> {
  const { service, driver, isLong } = bench;
  const fixture = await bench.fixture();
  const baseUrl = service.app.url;
  const people = await newPeople(TRIPS * EDITORS_EACH);
  const editors: { tripId: string; userId: string; token: string }[] = [];
  for (let n = 0; n < TRIPS; n++) {
    const [owner, ...members] = people.slice(n * EDITORS_EACH, (n + 1) * EDITORS_EACH);
    const trip = await smallTrip({ baseUrl, token: owner?.token ?? "" }, { members, stops: 30 });
    for (const { userId, token } of [owner, ...members].filter((one) => one !== undefined))
      editors.push({ tripId: trip.id, userId, token });
  }
  const seconds = isLong ? SECONDS.long : SECONDS.short;
  const reader = startDriver();
  const reading = reader.run({
    kind: "load",
    port: service.port,
    connections: 1,
    requests: [listRequest(fixture.reader.token), tripRequest(fixture.reader.token, fixture.measured)],
    count: 1_000_000,
    seconds,
    status: 200,
    pauseMs: 50,
  });
  const [outcome, read] = await Promise.all([
    driver.run({ kind: "edit", baseUrl, editors, seconds, everyMs: EVERY_MS }),
    reading,
  ]).finally(() => reader.stop());
  const { latencies, edits = { elsewhere: [], conflicts: 0, errors: [], diverged: 0 } } = outcome;
  for (const error of edits.errors.slice(0, 10)) console.log(error);
  const name = `${editors.length} editors in ${TRIPS} trips for ${seconds} s`;
  const lists = read.latencies.filter((_, turn) => turn % 2 === 0);
  const opens = read.latencies.filter((_, turn) => turn % 2 === 1);
  return {
    rows: [
      { measure: `${name}, edits`, value: latencies.length / outcome.seconds, unit: "/s" },
      ...percentiles(`${name}, edit until answered`, latencies, MOST.answerMs),
      ...percentiles(`${name}, edit until in the others' trips`, edits.elsewhere, MOST.elsewhereMs),
      ...percentiles(`${name}, list meanwhile`, lists),
      ...percentiles(`${name}, open meanwhile`, opens),
      { measure: `${name}, conflicts that somebody was told of`, value: edits.conflicts, unit: "" },
      none(`${name}, errors`, edits.errors.length),
      none(`${name}, editors whose trip is not the service's in the end`, edits.diverged),
      await integrityRow(),
    ],
  };
}

function percentiles(measure: string, values: readonly number[], most?: number): Row[] {
  const rows: Row[] = [0.5, 0.95, 0.99].map((q) => ({
    measure: `${measure}, p${q * 100}`,
    value: quantile(values, q),
    unit: "ms",
  }));
  const p95 = rows[1];
  if (p95 && most !== undefined) p95.floor = { at: "most", value: most, of: "value" };
  return rows;
}

function none(measure: string, value: number): Row {
  return { measure, value, unit: "", floor: { at: "most", value: 0, of: "value" } };
}
