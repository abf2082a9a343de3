import type { VisibleEvent } from "#lib/shared/events.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import { fieldPhrase } from "./field-phrase.ts";
import type { Changes } from "./history-groups.ts";
import type { HistoryNames, EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type ExpenseOp = Extract<VisibleEvent["op"], `expense.${string}`>;
type SettlementOp = Extract<VisibleEvent["op"], `settlement.${string}`>;

export function expensePhrase(event: EventOf<ExpenseOp>, { changes, names, events }: PhraseContext): Phrase {
  const name = names.thing(event.entityId);
  switch (event.op) {
    case "expense.created":
      return { key: "expenseAdded", values: { name, amount: names.money(event.entity.money) } };
    case "expense.updated":
      return (
        moneyChange(name, changes, names) ?? fieldPhrase(name, withoutRate(changes), names, events.length)
      );
    case "expense.shared":
      return { key: "expenseShared", values: { name, amount: names.money(event.entity.money) } };
    case "expense.published":
      return { key: "itemShared", values: { name } };
    case "expense.withdrawn":
      return { key: "expenseWithdrawn", values: { name } };
    case "expense.deleted":
      return { key: "deleted", values: { name } };
    case "expense.restored":
      return { key: "restored", values: { name } };
    default:
      return event satisfies never;
  }
}

/** Leaves out the rate if other fields changed, too: a looked-up rate follows from the amount and the date. */
function withoutRate({ rate, ...others }: Changes): Changes {
  return rate && Object.keys(others).length === 0 ? { rate } : others;
}

/** Returns the sentence for a change of the amount or the split; null if other fields changed. */
function moneyChange(name: string, changes: Changes, names: HistoryNames): Phrase | null {
  const { money, ...others } = withoutRate(changes);
  if (!money || Object.keys(others).length > 0) return null;
  // The event log contains the row's own values, so the cast is safe.
  const [before, after] = money as [ExpenseFields["money"] | null, ExpenseFields["money"] | null];
  if (!before || !after) return null;
  if (before.amount === after.amount && before.currency === after.currency)
    return { key: "expenseSharedOut", values: { name } };
  const [from, to] = [names.money(before), names.money(after)];
  return { key: "fieldChanged", values: { name, field: names.field("amount"), from, to } };
}

export function settlementPhrase(
  event: EventOf<SettlementOp>,
  { changes, names, events }: PhraseContext,
): Phrase {
  const name = names.thing(event.entityId);
  switch (event.op) {
    case "settlement.created":
      return { key: "settlementAdded", values: whoPaidWhom(event, names) };
    case "settlement.restored":
      return { key: "settlementRestored", values: whoPaidWhom(event, names) };
    case "settlement.deleted":
      return { key: "deleted", values: { name } };
    case "settlement.updated":
      return (
        amountChange(event, changes, names) ?? fieldPhrase(name, withoutRate(changes), names, events.length)
      );
    default:
      return event satisfies never;
  }
}

type Told3 = { from: string; to: string; amount: string };

function whoPaidWhom(
  { entity }: EventOf<"settlement.created" | "settlement.restored">,
  names: HistoryNames,
): Told3 {
  const { from, to } = entity;
  return { from: names.member(from), to: names.member(to), amount: names.money(entity) };
}

function amountChange(
  { entity, entityId }: EventOf<"settlement.updated">,
  changes: Changes,
  names: HistoryNames,
): Phrase | null {
  const { amount, currency, ...others } = withoutRate(changes);
  if ((!amount && !currency) || Object.keys(others).length > 0) return null;
  const [was, of] = [amount?.[0], currency?.[0]];
  const before = {
    amount: typeof was === "number" ? was : entity.amount,
    currency: typeof of === "string" ? of : entity.currency,
  };
  const [from, to] = [names.money(before), names.money(entity)];
  return {
    key: "fieldChanged",
    values: { name: names.thing(entityId), field: names.field("amount"), from, to },
  };
}

/** Returns the sentence for a change of the budget; null if other fields of the trip changed. */
export function budgetPhrase(
  { entity }: EventOf<"trip.updated">,
  changes: Changes,
  names: HistoryNames,
): Phrase | null {
  const { budget, ...others } = changes;
  if (!budget || Object.keys(others).length > 0) return null;
  if (!entity.budget) return { key: "budgetRemoved", values: {} };
  const { total, currency } = entity.budget;
  // The event log contains the row's own values, so the cast is safe.
  const [before] = budget as [typeof entity.budget, unknown];
  if (total === null || (before?.total === total && before.currency === currency))
    return { key: "budgetLimited", values: {} };
  return { key: "budgetSet", values: { amount: names.money({ amount: total, currency }) } };
}
