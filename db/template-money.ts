import { v7 as uuidv7 } from "uuid";
import { addDays } from "#lib/shared/dates.ts";
import { expenseViewersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { TemplateExpense, TemplateSettlement } from "./content/template-money.ts";
import type { Bilingual, TripTemplate } from "./content/trip-template.ts";

interface Laid {
  template: TripTemplate;
  locale: keyof Bilingual;
  /** The instant at which the trip is created; all expenses were paid before. */
  at: Date;
  /** Member ids of the companions and of `me`, by key. */
  memberIds: ReadonlyMap<string, string>;
  /** The reservations in the order of the template. */
  reservations: readonly { id: string }[];
}

/** A template's expenses and settlements as rows of one trip. */
export function templateMoneyRows(laid: Laid) {
  const { money } = laid.template;
  return {
    expenses: money.expenses.map((expense) => expenseOf(laid, expense)),
    settlements: money.settlements.map((settlement) => settlementOf(laid, settlement)),
  };
}

function expenseOf(laid: Laid, expense: TemplateExpense) {
  const { template, locale, memberIds, reservations } = laid;
  const { title, category, paidBy, among, reservation, isPrivate } = expense;
  const who = among?.map((key) => memberOf(laid, key)) ?? [...memberIds.values()];
  const money: ExpenseMoney = {
    amount: expense.amount,
    currency: expense.currency ?? template.currency,
    payers: paidBy.map((payer) => ({ memberId: memberOf(laid, payer.who), amount: payer.amount })),
    split: { mode: "equal", parts: who.map((memberId) => ({ memberId })) },
  };
  const createdBy = money.payers[0]?.memberId ?? null;
  const booking = template.reservations.findIndex((each) => each.title.en === reservation);
  return {
    id: uuidv7(),
    title: title[locale],
    money,
    rate: rateOf(laid, expense),
    category,
    spentOn: dateOf(laid, expense),
    notes: null,
    stopId: null,
    reservationId: reservations[booking]?.id ?? null,
    nights: null,
    people: isPrivate ? expenseViewersOf({ money, createdBy }) : null,
    createdBy,
  };
}

function settlementOf(laid: Laid, settlement: TemplateSettlement) {
  const { template, locale } = laid;
  const from = memberOf(laid, settlement.from);
  return {
    id: uuidv7(),
    from,
    to: memberOf(laid, settlement.to),
    amount: settlement.amount,
    currency: settlement.currency ?? template.currency,
    rate: rateOf(laid, settlement),
    paidOn: dateOf(laid, settlement),
    note: settlement.note?.[locale] ?? null,
    private: false,
    createdBy: from,
  };
}

function memberOf({ memberIds }: Laid, key: string): string {
  const id = memberIds.get(key);
  if (id === undefined) throw new Error(`Nobody in the template is "${key}".`);
  return id;
}

type Paid = Pick<TemplateExpense, "rate" | "daysAgo">;

function rateOf(laid: Laid, { rate, daysAgo }: Paid): Rate | null {
  if (rate === undefined) return null;
  return { to: laid.template.currency, value: rate, source: "typed", date: dateOf(laid, { daysAgo }) };
}

function dateOf({ at }: Laid, { daysAgo }: Pick<Paid, "daysAgo">): string {
  return addDays(at.toISOString().slice(0, 10), -daysAgo);
}
