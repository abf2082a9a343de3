import { type Clock, systemClock } from "#lib/shared/clock.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { call, type CallOptions } from "../base/api.ts";
import type { MoneyAnswer } from "./asked-money.ts";
import { moneyApi } from "../base/operations.ts";
import type { TripStore } from "../sync/trip-store.ts";

/**
 * The longest wait for events that the service has counted and the trip lacks. Nearly all arrive within this time;
 * without a connection none arrive.
 */
const CATCH_UP_MS = 2000;

/**
 * Reads the service's sums of the trip's money, and waits until the trip contains all events that they count: applied
 * to the answer, later arriving events would be counted twice.
 */
export async function readMoney(
  store: TripStore,
  options: CallOptions,
  clock: Pick<Clock, "after"> = systemClock,
): Promise<MoneyAnswer> {
  const params = { tripId: store.id };
  const watch = watchSettlements(store);
  try {
    const [balances, settleUp, report] = await Promise.all([
      call(moneyApi.balances, { params }, options),
      call(moneyApi.settleUp, { params, query: {} }, options),
      call(moneyApi.budget, { params }, options),
    ]);
    // If the three answers are of different moments, the event between them causes another reading.
    const seq = Math.max(...[balances, settleUp, report].map((answer) => answer.seq ?? store.seq));
    await reached(store, seq, clock);
    const answers = { balances: balances.data, settleUp: settleUp.data, report: report.data };
    return { seq, ...answers, settlements: watch.at(seq) };
  } finally {
    watch.stop();
  }
}

/** Records the confirmed settlements of each moment from now on. */
function watchSettlements(store: TripStore) {
  const seen: { seq: number; rows: readonly SettlementDto[] }[] = [];
  const look = () => {
    seen.push({ seq: store.seq, rows: store.confirmed.settlements });
  };
  look();
  const stops = [store.events.add(look), store.jumps.add(look)];
  return {
    at: (seq: number) => seen.findLast((each) => each.seq <= seq)?.rows ?? store.confirmed.settlements,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

function reached(store: TripStore, seq: number, clock: Pick<Clock, "after">): Promise<void> {
  if (store.seq >= seq) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (store.seq >= seq) resolve();
  };
  const ends = [store.events.add(look), store.jumps.add(look), clock.after(CATCH_UP_MS, resolve)];
  return promise.finally(() => {
    for (const end of ends) end();
  });
}
