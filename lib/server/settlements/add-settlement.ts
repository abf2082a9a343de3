import { runPipelined } from "#db/client.ts";
import { countSettlements, selectSettlement } from "#db/queries/settlements.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { NewSettlement, SettlementDto } from "#lib/shared/settlements.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { readDirectory } from "../money/directory.ts";
import { isCurrencyChanged, refuseOutdatedRate } from "../money/given-rate.ts";
import { rateFor, requireCountable, withRates } from "../money/stored-rate.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";
import { clearingRate } from "./clearing-rate.ts";
import { currentParties, requireParties, requireSettlementCapacity } from "./settlement-access.ts";
import { refuseSimilar } from "./similar-payment.ts";
import { writeNewSettlement } from "./settlement-row.ts";
import { notifySettlement } from "./notify-settlement.ts";

/**
 * Records a settlement.
 * @throws AppError LIMIT_REACHED; SIMILAR_PAYMENT; FIELD_CONFLICT for the rate; VALIDATION_FAILED for members, the rate
 * and the converted amount
 */
export function addSettlement(ctx: Ctx, tripId: string, input: NewSettlement): Promise<SettlementDto> {
  // `evenIfSimilar` is not part of the settlement's data: a repeat that only adds it is the same create.
  const { evenIfSimilar = false, ...said } = input;
  const creation: CreationRequest = { kind: "settlement", tripId, input: said };
  const { userId } = ctx.viewer;
  const { amount, currency, note = null } = input;
  return createOnce(
    ctx,
    creation,
    (id, claim) =>
      withRates((find) =>
        writeTrip(ctx, tripId, "editor", {
          read: (tx) =>
            runPipelined([
              countSettlements(tx, { tripId, userId }),
              readDirectory(tx, tripId),
              isCurrencyChanged(ctx, tx, tripId, input.rate),
            ]),
          work: async (write, [[held], directory, isChanged]) => {
            requireSettlementCapacity(held);
            const { from, to } = await currentParties(write, directory, input);
            await requireParties(write, directory, { from, to });
            refuseOutdatedRate(write.trip, input.rate, isChanged);
            const paidOn = input.paidOn ?? dateInZone(write.at, write.trip.timezone);
            const isPrivate = input.private ?? false;
            const paid = { id, from, to, amount, currency, paidOn, private: isPrivate };
            const rate = input.rate
              ? rateFor(write.trip, { currency, date: paidOn, given: input.rate }, find)
              : await clearingRate(write, userId, paid, find);
            requireCountable(write.trip, { amount, currency, rate }, "amount");
            if (!evenIfSimilar) await refuseSimilar(write, userId, { from, to, amount, currency, paidOn });
            write.claim(claim);
            const settlement = await writeNewSettlement(write, {
              ...paid,
              rate,
              note,
              createdBy: requireWriteMember(write).id,
            });
            await notifySettlement(ctx, write, settlement, directory);
            return settlement;
          },
        }),
      ),
    async (id) => (await selectSettlement(ctx.db, { tripId, settlementId: id }))[0]?.settlement,
  );
}
