import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";

const AT = "2026-11-01T00:00:00.000Z";
export const [ANN, BOB, CAT] = ["ann", "bob", "cat"] as const;
export const JPY_TRIP = { currency: "JPY", formerCurrencies: [] };
export const EURO_RATE: Rate = { to: "JPY", value: "171.4", source: "ecb", date: "2026-09-02" };
const row = { deletedAt: null, version: 1, createdAt: AT, updatedAt: AT };

interface Given extends Partial<Omit<ExpenseDto, "money">> {
  amount?: number;
  currency?: string;
  payer?: string;
  among?: readonly string[];
}

let count = 0;
export function expense({
  amount = 900,
  currency = "JPY",
  payer = ANN,
  among = [ANN, BOB, CAT],
  ...rest
}: Given = {}): ExpenseDto {
  const split = { mode: "equal" as const, parts: among.map((memberId) => ({ memberId })) };
  const money = { amount, currency, payers: [{ memberId: payer, amount }], split };
  const about = { category: "food" as const, spentOn: "2026-11-14", notes: null, nights: null, rate: null };
  const links = { stopId: null, reservationId: null, createdBy: ANN, commentCount: 0, private: false };
  const made: ExpenseDto = { id: `e${++count}`, title: "Dinner", money, ...about, ...links, ...row, ...rest };
  return made;
}

export function settlementRow(changes: Partial<SettlementDto> = {}): SettlementDto {
  const what = { from: BOB, to: ANN, amount: 100, currency: "JPY", rate: null, paidOn: "2026-11-14" };
  return { id: `s${++count}`, ...what, note: null, private: false, createdBy: ANN, ...row, ...changes };
}
