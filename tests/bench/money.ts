import { pathOf } from "#lib/client/base/api.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { EXPENSES, longLedger } from "#tests/factories/long-ledger.ts";
import type { Fixture } from "./fixture.ts";
import { ID_PLACEHOLDER } from "./jobs.ts";
import { type Driver, median } from "./measuring.ts";
import type { Row } from "./report.ts";
import { pingRequest, readRequest, writeRequest } from "./requests.ts";
import type { Service } from "./service.ts";

const READS = 60;
const FIRST_READS = 5;
const MOST_MS = 50;

/**
 * Measures what the service needs for the sums of a trip with 5,000 expenses: an answer's p50 on a single connection
 * minus that of a ping, which has the same network time. It also measures the first answer after a change of an
 * expense, from which later ones are computed, and the first answer of a server that has not read the ledger yet.
 */
export async function measureMoney(
  driver: Driver,
  { port, app }: Service,
  { writer }: Fixture,
): Promise<Row[]> {
  const { token } = writer;
  const { tripId, expenseId } = await longLedger({ baseUrl: app.url, token });
  const others = await Promise.all(
    Array.from({ length: FIRST_READS }, () => longLedger({ baseUrl: app.url, token })),
  );
  const params = { tripId };
  const ask = async (requests: string[], count: number) =>
    (await driver.run({ kind: "load", port, connections: 1, requests, count, status: 200 })).latencies;
  const path = pathOf(expensesApi.update, { params: { tripId, expenseId } });
  const change = writeRequest(token, "PATCH", path, { title: ID_PLACEHOLDER });
  const ping = median(await ask([pingRequest()], 10 * READS));
  const first = others.map((other) =>
    readRequest(token, pathOf(moneyApi.balances, { params: { tripId: other.tripId } })),
  );
  const unseen = median(await ask(first, FIRST_READS)) - ping;
  const rows: Row[] = [
    {
      measure: `balances of ${EXPENSES} expenses, server time, read for the first time, p50`,
      value: unseen,
      unit: "ms",
    },
  ];
  for (const name of ["balances", "settleUp", "budget"] as const) {
    const read = readRequest(token, pathOf(moneyApi[name], { params }));
    await ask([change, read], READS);
    const changed = (await ask([change, read], 2 * READS)).filter((_, turn) => turn % 2 === 1);
    const known = await ask([read], 5 * READS);
    const measure = `${WORDS[name]} of ${EXPENSES} expenses, server time`;
    rows.push(
      atMost(`${measure}, p50`, median(known) - ping),
      atMost(`${measure}, after a change, p50`, median(changed) - ping),
    );
  }
  return rows;
}

function atMost(measure: string, value: number): Row {
  return { measure, value, unit: "ms", floor: { at: "most", value: MOST_MS, of: "value" } };
}

const WORDS = { balances: "balances", settleUp: "settle-up", budget: "budget" } as const;
