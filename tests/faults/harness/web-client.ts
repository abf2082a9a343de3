import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#lib/client/base/ids.ts";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { TripLedger } from "./ledger.ts";
import { nthExpense } from "./spending.ts";

const PAUSE_MS = 50;

interface Place {
  people: readonly string[];
  currencies: readonly [string, string];
  ledger: TripLedger;
  /** Whether this person sets the trip's budget; with two such people, neither would know the final budget. */
  isTreasurer: boolean;
}

/**
 * Makes the writes of one person in the web app, one after another, each on rows of their own. It ends when all are
 * answered.
 */
export async function runWebClient(session: TripSession, place: Place, signal: AbortSignal): Promise<void> {
  const writing: Promise<unknown>[] = [];
  for (const write of plannedWrites(session, place)) {
    if (signal.aborted) break;
    const answered = write();
    writing.push(answered);
    // A person continues without waiting for the service, but not without limit.
    const pause = session.store.queue.state === "waiting" ? PAUSE_MS * 6 : PAUSE_MS;
    await Promise.race([Promise.all([answered, sleep(pause)]), sleep(pause * 4)]);
  }
  await Promise.all(writing);
}

/** Yields the writes on a stop in turn, and an expense at it. */
function* plannedWrites({ actions, store }: TripSession, place: Place): Generator<() => Promise<unknown>> {
  const { ledger, people, currencies } = place;
  const me = store.trip.members.find(({ userId }) => userId === store.userId)?.id ?? "";
  const days = store.trip.days.map(({ id }) => id);
  for (let n = 0; ; n++) {
    const [stopId, expenseId, mark] = [newId(), newId(), newId()];
    const [here = null, next = null] = [days[n % days.length], days[(n + 1) % days.length]];
    yield () =>
      ledger.note("stop.created", mark, () => actions.addStop({ id: stopId, name: mark, dayId: here }));
    const notes = newId();
    yield () => ledger.note("stop.updated", notes, () => actions.updateStop(stopId, { notes }));
    yield () => voted(ledger, stopId, me, () => actions.vote(stopId, 1));
    const money = nthExpense(n, people, currencies);
    yield () =>
      spent(ledger, mark, expenseId, money, () => actions.addExpense({ id: expenseId, title: mark, money }));
    const body = newId();
    yield () =>
      ledger.note("comment.created", body, () => actions.addComment({ kind: "stop", id: stopId }, body));
    yield () =>
      ledger.note("stop.moved", stopId, () => actions.moveStop(stopId, { dayId: next, afterId: null }));
    if (n % 3 === 1) yield () => corrected(place, expenseId, n, actions);
    if (n % 3 === 2) yield () => settled(place, me, n, actions);
    if (n % 4 === 3 && place.isTreasurer) yield () => budgeted(place, 100_000 + n, actions);
  }
}

async function voted(
  ledger: TripLedger,
  stopId: string,
  memberId: string,
  send: () => Promise<unknown>,
): Promise<void> {
  if (await ledger.note("vote.set", stopId, send)) ledger.votes.set(`${stopId} ${memberId}`, 1);
}

type Actions = TripSession["actions"];
type Spent = ReturnType<Actions["addExpense"]>;

async function spent(
  ledger: TripLedger,
  mark: string,
  expenseId: string,
  money: ReturnType<typeof nthExpense>,
  send: () => Spent,
): Promise<void> {
  const echo = await ledger.note("expense.created", mark, send);
  if (echo) ledger.expenses.set(expenseId, { money, rate: echo.data.rate });
}

async function corrected(
  { ledger, people, currencies }: Place,
  expenseId: string,
  n: number,
  actions: Actions,
): Promise<void> {
  const [money, notes] = [nthExpense(n + 3, people, currencies), newId()];
  const echo = await ledger.note("expense.updated", notes, () =>
    actions.updateExpense(expenseId, { money, notes }),
  );
  if (echo) ledger.expenses.set(expenseId, { money, rate: echo.data.rate });
}

async function settled(
  { ledger, people, currencies: [currency] }: Place,
  me: string,
  n: number,
  actions: Actions,
): Promise<void> {
  const note = newId();
  const [from = "", to = ""] = people;
  // The amounts differ by person, because the service would ask whether two equal settlements are the same payment.
  const row = { from, to, amount: 100 + n + 1000 * (people.indexOf(me) + 1), currency };
  const echo = await ledger.note("settlement.created", note, () => actions.addSettlement({ ...row, note }));
  if (echo) ledger.settlements.push(row);
}

async function budgeted({ ledger }: Place, total: number, actions: Actions): Promise<void> {
  try {
    await actions.setBudget({ total, limits: {} });
    ledger.budget = total;
  } catch (error) {
    ledger.contradictions.push(`a budget was refused: ${String(error)}`);
  }
}
