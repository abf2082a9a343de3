import type { ExpenseFields } from "#lib/shared/expenses.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { newRowFields } from "../../writes/row-fields.ts";
import { requireWriteMember as callerOf, type TripWrite } from "../../writes/write.ts";
import type { FoundRow } from "./found-expenses.ts";

interface Making {
  write: TripWrite;
  /** Returns the member id of the person at this index of the file. */
  memberOf: (place: number) => string;
  newId: () => string;
}

export function newExpense(
  { write, memberOf, newId }: Making,
  row: FoundRow,
  rate: Rate | null,
): ExpenseFields {
  const { amount, currency, date: spentOn, title, category, notes } = row;
  const payers = [...byMember(row.payers, memberOf)].map(([memberId, paid]) => ({ memberId, amount: paid }));
  const money = { amount, currency, payers, split: splitOf(row, memberOf) };
  const nothing = { stopId: null, reservationId: null, nights: null, deletedAt: null };
  const by = { private: false, createdBy: callerOf(write).id };
  return {
    id: newId(),
    title,
    money,
    rate,
    category,
    spentOn,
    notes,
    ...nothing,
    ...by,
    ...newRowFields(write),
  };
}

/**
 * Returns the split by amounts, so that everyone owes what the file says; an equal split when all shares are equal,
 * since that can be edited more easily.
 */
function splitOf(row: FoundRow, memberOf: Making["memberOf"]): ExpenseFields["money"]["split"] {
  const shares = [...byMember(row.shares, memberOf)].map(([memberId, value]) => ({ memberId, value }));
  const isEqual = shares.every(({ value }) => value === shares[0]?.value);
  if (isEqual) return { mode: "equal", parts: shares.map(({ memberId }) => ({ memberId })) };
  return { mode: "exact", parts: shares };
}

/** Sums the amounts by member, because several people of a file may be one member. */
function byMember(parts: FoundRow["shares"], memberOf: Making["memberOf"]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { person, amount } of parts) {
    const memberId = memberOf(person);
    sums.set(memberId, (sums.get(memberId) ?? 0) + amount);
  }
  return sums;
}

/** Whether a settlement is between two names of the same member. */
export function isPaymentToOneself(
  { kind, payers, shares }: FoundRow,
  memberOf: Making["memberOf"],
): boolean {
  return kind === "settlement" && memberOf(payers[0]?.person ?? -1) === memberOf(shares[0]?.person ?? -1);
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
    ...newRowFields(write),
  };
}
