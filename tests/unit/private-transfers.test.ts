import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balancesIn, type Ledger } from "#lib/shared/balances.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import { privateTransfers } from "#lib/shared/private-transfers.ts";
import { ledgers } from "#tests/helpers/random-ledger.ts";

/** Returns the ledger as the service sends it to this member: only the rows that they take part in. */
function seenBy(me: string, { expenses, settlements }: Ledger): Ledger {
  return {
    expenses: expenses.filter(({ money }) => membersOf(money).includes(me)),
    settlements: settlements.filter(({ from, to }) => from === me || to === me),
  };
}

describe("what is settled in private", () => {
  test("makes everyone even in what they see, and both sides of it say the same", () => {
    fc.assert(
      fc.property(ledgers, ({ trip, ledger }) => {
        const people = new Set([
          ...ledger.expenses.flatMap(({ money }) => membersOf(money)),
          ...ledger.settlements.flatMap(({ from, to }) => [from, to]),
        ]);
        for (const me of people) {
          const seen = seenBy(me, ledger);
          const transfers = privateTransfers(me, trip, seen);
          const net = transfers.reduce((sum, { to, amount }) => sum + (to === me ? amount : -amount), 0);
          expect(net).toBe(balancesIn(trip, seen).get(me) ?? 0);
          for (const transfer of transfers) {
            const other = transfer.from === me ? transfer.to : transfer.from;
            expect(privateTransfers(other, trip, seenBy(other, ledger))).toContainEqual(transfer);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
