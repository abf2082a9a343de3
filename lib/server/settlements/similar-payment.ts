import { selectSimilarSettlement } from "#db/queries/settlements.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type Payment, SIMILAR_DAYS } from "#lib/shared/similar-payment.ts";
import type { TripWrite } from "../write.ts";

/**
 * Both sides of a payment may record it, each without seeing the other: counted twice it would turn the debt around. Whoever
 * comes second is asked; under the trip's lock there is always a second.
 * @throws AppError SIMILAR_PAYMENT with the other one
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
