import { selectSimilarSettlement } from "#db/queries/settlements.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type Payment, SIMILAR_DAYS } from "#lib/shared/similar-payment.ts";
import type { TripWrite } from "../writes/write.ts";

/**
 * Refuses a payment that may be recorded twice: payer and payee may both record it without seeing the other's entry,
 * and two entries would reverse the debt. The writer of the second entry has to confirm it; the trip's lock decides
 * which entry is the second.
 * @throws AppError SIMILAR_PAYMENT with the other settlement
 */
export async function refuseSimilar(
  { tx, trip }: TripWrite,
  userId: string,
  payment: Payment,
): Promise<void> {
  const asked = { tripId: trip.id, userId, ...payment, days: SIMILAR_DAYS };
  const [found] = await selectSimilarSettlement(tx, asked);
  if (!found) return;
  const message = `Somebody else recorded the same payment on ${found.settlement.paidOn}. Send "evenIfSimilar": true if this is another one.`;
  throw new AppError("SIMILAR_PAYMENT", message, { details: { current: found.settlement } });
}
