import { pathOf } from "#lib/client/base/api.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { longLedger } from "#tests/factories/long-ledger.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { socketAddresses } from "./addresses.ts";
import type { Curve } from "./curve.ts";
import { firstStopOf, newPeople, smallTrip } from "./fixture.ts";
import { ID_PLACEHOLDER } from "./jobs.ts";
import { median } from "./measuring.ts";
import {
  listRequest,
  newStopRequest,
  pingRequest,
  readRequest,
  tripRequest,
  writeRequest,
} from "./requests.ts";
import type { Bench, Findings } from "./scenario.ts";

const MOST = 2000;
const STOPS = [10, 100, 500, 1000, MOST];
const MEMBERS = [2, 10, 50, 200, 1000];
const EVENTS = { short: [100, 1000, 5000], long: [100, 1000, 10_000, 100_000] };
const OWN_TRIPS = [1, 10, 50, 200];
const EXPENSES = [10, 100, 1000, 5000];
const ASKED = 40;
const WRITES_PER_SECOND = 5;
const SECONDS = 4;

/** The measured values at one size, by name. */
type Sample = Record<string, { value: number; unit: Curve["unit"] }>;

/** Measures how the cost grows with the content of a trip, with its members, and with a person's own data. */
export async function measureCurves(bench: Bench): Promise<Findings> {
  const owner = await newPerson();
  const curves = [
    ...(await along("stops", STOPS, (size) => ofStops(bench, owner, size))),
    ...(await along("members", MEMBERS, (size) => ofMembers(bench, owner, size))),
    ...(await along("own trips", OWN_TRIPS, ofOwnTrips(bench))),
    ...(await along("expenses", EXPENSES, (size) => ofExpenses(bench, owner, size))),
    ...(await along("events", bench.isLong ? EVENTS.long : EVENTS.short, await ofEvents(bench, owner))),
  ];
  return { rows: [], curves };
}

async function along(
  over: string,
  sizes: readonly number[],
  sampleAt: (size: number) => Promise<Sample>,
): Promise<Curve[]> {
  const curves = new Map<string, Curve>();
  for (const at of sizes) {
    for (const [measure, { value, unit }] of Object.entries(await sampleAt(at))) {
      const curve: Curve = curves.get(measure) ?? { measure, over, unit, points: [] };
      curve.points.push({ at, value });
      curves.set(measure, curve);
    }
  }
  return [...curves.values()];
}

/**
 * Returns the p50 of an answer's time on a single connection, minus the p50 of a ping, which has the same network time.
 */
async function serverMs({ driver, service }: Bench, requests: string[], status: number): Promise<number> {
  const load = { kind: "load" as const, port: service.port, connections: 1 };
  const ask = async (what: string[], count: number, wanted: number) =>
    (await driver.run({ ...load, requests: what, count, status: wanted })).latencies;
  await ask(requests, ASKED / 4, status);
  const ping = median(await ask([pingRequest()], 4 * ASKED, 200));
  return Math.max(median(await ask(requests, ASKED, status)) - ping, 0);
}

const ms = (value: number) => ({ value, unit: "ms" as const });

async function addStops(
  { driver, service }: Bench,
  { token }: Person,
  trip: TripDto,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const requests = [newStopRequest(token, trip)];
  await driver.run({ kind: "load", port: service.port, connections: 8, requests, count, status: 201 });
}

async function sizeOf(baseUrl: string, { token }: Person, { id }: TripDto): Promise<number> {
  const path = pathOf(tripsApi.get, { params: { tripId: id } });
  const response = await fetch(new URL(path, baseUrl), { headers: { authorization: `Bearer ${token}` } });
  return (await response.text()).length / 1000;
}

async function ofStops(bench: Bench, owner: Person, size: number): Promise<Sample> {
  const baseUrl = bench.service.app.url;
  const trip = await smallTrip({ baseUrl, token: owner.token });
  // The measured writes add some stops, for which the fullest trip must have capacity.
  await addStops(bench, owner, trip, Math.min(size, MOST - 2 * ASKED));
  const sample = {
    "full trip": ms(await serverMs(bench, [tripRequest(owner.token, trip)], 200)),
    "full trip, size": { value: await sizeOf(baseUrl, owner, trip), unit: "kB" as const },
  };
  return { ...sample, "create stop": ms(await serverMs(bench, [newStopRequest(owner.token, trip)], 201)) };
}

async function ofMembers(bench: Bench, owner: Person, size: number): Promise<Sample> {
  const { driver, service } = bench;
  const baseUrl = service.app.url;
  const members = await newPeople(size - 1);
  const trip = await smallTrip({ baseUrl, token: owner.token }, { members, stops: 20 });
  const create = await serverMs(bench, [newStopRequest(owner.token, trip)], 201);
  await driver.run({ kind: "gather", rooms: [await socketAddresses(members, trip, baseUrl)] });
  const stream = { kind: "stream" as const, port: service.port, perSecond: WRITES_PER_SECOND, status: 201 };
  const requests = [newStopRequest(owner.token, trip)];
  await driver.run({ ...stream, requests, seconds: 1 });
  const { latencies } = await driver.run({ ...stream, requests, seconds: SECONDS });
  await driver.run({ kind: "disperse" });
  return {
    "full trip": ms(await serverMs(bench, [tripRequest(owner.token, trip)], 200)),
    "full trip, size": { value: await sizeOf(baseUrl, owner, trip), unit: "kB" },
    "create stop": ms(create),
    "write → each socket, p50": ms(median(latencies)),
  };
}

function ofOwnTrips(bench: Bench): (size: number) => Promise<Sample> {
  return async (size) => {
    const person = await newPerson();
    const owner = { baseUrl: bench.service.app.url, token: person.token };
    for (let n = 0; n < size; n++) await smallTrip(owner, { stops: n < 10 ? 5 : 0 });
    return { "trip list": ms(await serverMs(bench, [listRequest(person.token)], 200)) };
  };
}

async function ofExpenses(bench: Bench, owner: Person, size: number): Promise<Sample> {
  const { token } = owner;
  const { tripId, expenseId } = await longLedger({ baseUrl: bench.service.app.url, token }, size);
  const balances = readRequest(token, pathOf(moneyApi.balances, { params: { tripId } }));
  const path = pathOf(expensesApi.update, { params: { tripId, expenseId } });
  const change = writeRequest(token, "PATCH", path, { title: ID_PLACEHOLDER });
  return {
    balances: ms(await serverMs(bench, [balances], 200)),
    "change of an expense": ms(await serverMs(bench, [change], 200)),
  };
}

/** Returns a function that measures one trip after its stop was edited until the event log has the wanted size. */
async function ofEvents(bench: Bench, owner: Person): Promise<(size: number) => Promise<Sample>> {
  const { driver, service } = bench;
  const { token } = owner;
  const trip = await smallTrip({ baseUrl: service.app.url, token });
  const params = { tripId: trip.id };
  await addStops(bench, owner, trip, 10);
  const stopId = await firstStopOf({ baseUrl: service.app.url, token }, trip);
  const path = pathOf(stopsApi.update, { params: { ...params, stopId } });
  const edit = [writeRequest(token, "PATCH", path, { notes: ID_PLACEHOLDER })];
  let made = 0;
  return async (size) => {
    const count = Math.max(size - made, 0);
    if (count > 0) {
      await driver.run({
        kind: "load",
        port: service.port,
        connections: 8,
        requests: edit,
        count,
        status: 200,
      });
    }
    made = size;
    const page = { params, query: { after: Math.max(size - 200, 0), limit: 50 } };
    return {
      "full trip": ms(await serverMs(bench, [tripRequest(token, trip)], 200)),
      "edit stop": ms(await serverMs(bench, edit, 200)),
      history: ms(await serverMs(bench, [readRequest(token, pathOf(eventsApi.list, page))], 200)),
    };
  };
}
