import { call } from "#lib/client/base/api.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { expectedTotal, moneyProblems } from "./money.ts";
import type { PlannedTrip, Workload, TripClient } from "./workload.ts";

/** Checks the third promise: the service's sums follow from the writes that the service has acknowledged. */
export async function findSumProblems({ trips }: Workload): Promise<string[]> {
  const found = await Promise.all(trips.map((trip) => problemsOf(trip)));
  return found.flat();
}

async function problemsOf(trip: PlannedTrip): Promise<string[]> {
  const found = await Promise.all(trip.viewers.slice(0, 2).map((viewer) => problemsFor(viewer, trip)));
  return found.flat();
}

async function problemsFor({ reach }: TripClient, { id, ledger, currency }: PlannedTrip): Promise<string[]> {
  const params = { tripId: id };
  const { data: balances } = await call(moneyApi.balances, { params }, reach);
  const { data: report } = await call(moneyApi.budget, { params }, reach);
  const [planned, spent] = [report.budget?.total ?? null, expectedTotal(ledger, currency)];
  return [
    ...moneyProblems(ledger, balances, currency),
    ...(planned === ledger.budget ? [] : [`the budget is ${planned} in place of ${ledger.budget}`]),
    ...(report.spent.total === spent ? [] : [`spent are ${report.spent.total} in place of ${spent}`]),
  ];
}
