import { daysBetween } from "./dates.ts";
import type { SettlementDto } from "./settlements.ts";

/** The maximum number of days between two records that may be the same payment. */
export const SIMILAR_DAYS = 3;

export type Payment = Pick<SettlementDto, "from" | "to" | "amount" | "currency" | "paidOn">;

/**
 * Finds a recorded settlement that seems to be the same payment: the same two members, direction and amount; the
 * nearest date first.
 */
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
