import type { ExpenseFields } from "#lib/shared/expenses.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { firstFields } from "../../row-fields.ts";
import { memberOf as callerOf, type TripWrite } from "../../write.ts";
import type { FoundRow } from "./found-expenses.ts";

interface Making {
  write: TripWrite;
  /** The member in this place of the file. */
  memberOf: (place: number) => string;
  newId: () => string;
}

export function newExpense(
  { write, memberOf, newId }: Making,
  row: FoundRow,
  rate: Rate | null,
): ExpenseFields {
  const { amount, currency, payers, date: spentOn, title, category } = row;
  const money = {
    amount,
    currency,
    payers: payers.map((payer) => ({ memberId: memberOf(payer.person), amount: payer.amount })),
    split: splitOf(row, memberOf),
  };
  const nothing = { notes: null, stopId: null, reservationId: null, nights: null, deletedAt: null };
  const by = { private: false, createdBy: callerOf(write).id };
  return { id: newId(), title, money, rate, category, spentOn, ...nothing, ...by, ...firstFields(write) };
}

/** Amounts, so that everyone bears what the file says; equal where they are, since that can be changed more easily. */
function splitOf({ shares }: FoundRow, memberOf: Making["memberOf"]): ExpenseFields["money"]["split"] {
  const isEqual = shares.every(({ amount }) => amount === shares[0]?.amount);
  if (isEqual) return { mode: "equal", parts: shares.map(({ person }) => ({ memberId: memberOf(person) })) };
  return {
    mode: "exact",
    parts: shares.map(({ person, amount }) => ({ memberId: memberOf(person), value: amount })),
  };
}

export function newSettlement(
  { write, memberOf, newId }: Making,
  row: FoundRow,
  rate: Rate | null,
): SettlementDto {
  const { amount, currency, payers, shares, date: paidOn, title: note } = row;
  return {
    id: newId(),
    from: memberOf(payers[0]?.person ?? -1),
    to: memberOf(shares[0]?.person ?? -1),
    amount,
    currency,
    rate,
    paidOn,
    note,
    private: false,
    createdBy: callerOf(write).id,
    deletedAt: null,
    ...firstFields(write),
  };
}
