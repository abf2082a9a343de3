import { daysBetween } from "./dates.ts";
import type { SettlementDto } from "./settlements.ts";

/** So many days apart, either way, two people may write down one payment. */
export const SIMILAR_DAYS = 3;

export type Payment = Pick<SettlementDto, "from" | "to" | "amount" | "currency" | "paidOn">;

/** What others have recorded of the same payment, as it seems: the same two, direction and sum; the nearest day first. */
export function findSimilar(
  payment: Payment,
  settlements: readonly SettlementDto[],
  me: string | null,
): SettlementDto | null {
  const apart = ({ paidOn }: Payment) => Math.abs(daysBetween(payment.paidOn, paidOn));
  const fields = ["from", "to", "amount", "currency"] as const;
  const [found = null] = settlements
    .filter((row) => row.createdBy !== me && fields.every((field) => row[field] === payment[field]))
    .filter((row) => apart(row) <= SIMILAR_DAYS)
    .toSorted((a, b) => apart(a) - apart(b));
  return found;
}
