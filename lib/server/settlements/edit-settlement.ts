import { type Db, runPipelined } from "#db/client.ts";
import { countSettlements, selectSettlement } from "#db/queries/settlements.ts";
import { conflictFields, conflictsAmong } from "#lib/shared/conflict-fields.ts";
import { AppError } from "#lib/shared/errors.ts";
import { isGivenRate, type Rate } from "#lib/shared/rates.ts";
import type { SettlementDto, SettlementPatch } from "#lib/shared/settlements.ts";
import { changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { isCurrencyChanged, isToOtherCurrency } from "../money/given-rate.ts";
import { type FindRate, rateFor, requireCountable, withRates } from "../money/stored-rate.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { clearingRate } from "./clearing-rate.ts";
import { arePartiesMerged, requireSettlementCapacity, requireSettlement } from "./settlement-access.ts";
import { changeSettlement } from "./settlement-row.ts";

function readSettlement(tripId: string, settlementId: string) {
  return (tx: Db) => selectSettlement(tx, { tripId, settlementId });
}

/**
 * Changes a settlement.
 * @throws AppError FIELD_CONFLICT; VALIDATION_FAILED for the rate and the converted amount
 */
export function updateSettlement(
  ctx: Ctx,
  tripId: string,
  settlementId: string,
  input: SettlementPatch,
): Promise<SettlementDto> {
  const patch = definedFields(input);
  const { userId } = ctx.viewer;
  return withRates((find) =>
    writeTrip(ctx, tripId, "editor", {
      read: (tx) =>
        runPipelined([
          selectSettlement(tx, { tripId, settlementId }),
          conflictsWith(ctx, tx, { tripId, settlementId }, patch),
        ]),
      work: async (write, [rows, conflicts]) => {
        const settlement = requireSettlement(write, rows);
        const isStray = isToOtherCurrency(write.trip, patch.rate);
        refuseConflict(isStray ? [...new Set([...conflicts, "rate"])] : conflicts, settlement);
        const change = await changeOf(write, settlement, patch, rateBy(write, userId, find));
        return changeSettlement(write, settlement, change, "settlement.updated");
      },
    }),
  );
}

/**
 * Returns the fields in conflict. Amount and currency belong together: a client that sends one of them has seen the
 * other. A rate that a user entered was meant for the currency that the trip had then.
 */
async function conflictsWith(
  ctx: Ctx,
  tx: Db,
  { tripId, settlementId }: { tripId: string; settlementId: string },
  patch: SettlementPatch,
): Promise<string[]> {
  const asked = conflictFields("settlement", patch);
  const [touched, isOtherTrip] = await runPipelined([
    changesSinceRead(ctx, tx, tripId, { kind: "settlement", id: settlementId }, asked),
    isCurrencyChanged(ctx, tx, tripId, patch.rate),
  ]);
  return conflictsAmong("settlement", patch, isOtherTrip ? [...touched, "rate"] : touched);
}

type RateOf = (
  settlement: SettlementDto,
  next: SettlementDto,
  given: SettlementPatch["rate"],
) => Promise<Rate | null>;

/** Returns the patch in the form of the row, with the exchange rate that belongs to it. */
async function changeOf(
  { trip }: TripWrite,
  settlement: SettlementDto,
  { rate: given, ...fields }: SettlementPatch,
  rateOf: RateOf,
): Promise<Partial<SettlementDto>> {
  const next = { ...settlement, ...definedFields(fields) };
  const rate = await rateOf(settlement, next, given);
  const isSumNew = fields.amount !== undefined || rate !== settlement.rate;
  if (isSumNew) requireCountable(trip, { ...next, rate }, "amount");
  return { ...definedFields(fields), rate };
}

/**
 * Returns how the rate of a settlement is found. A rate that a user entered stays with its currency; the rate of a
 * cleared debt is computed again when the amount changes.
 */
function rateBy(write: TripWrite, userId: string, find: FindRate): RateOf {
  return async (settlement, next, given) => {
    const { rate, currency, paidOn, amount } = settlement;
    const isOther = given === null || next.currency !== currency;
    const isMoved = next.amount !== amount || next.paidOn !== paidOn;
    if (!given && (isOther || (isMoved && rate?.to === write.trip.currency && !isGivenRate(rate))))
      return clearingRate(write, userId, next, find);
    const held = { currency, date: paidOn, rate };
    return rateFor(write.trip, { currency: next.currency, date: next.paidOn, given, held }, find);
  };
}

export function deleteSettlement(ctx: Ctx, tripId: string, settlementId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: readSettlement(tripId, settlementId),
    work: async (write, rows) => {
      const deletedAt = write.at.toISOString();
      await changeSettlement(write, requireSettlement(write, rows), { deletedAt }, "settlement.deleted");
      return undefined;
    },
  });
}

/**
 * Restores a deleted settlement.
 * @throws AppError LIMIT_REACHED; NOT_UNDOABLE; VALIDATION_FAILED for the converted amount
 */
export function restoreSettlement(ctx: Ctx, tripId: string, settlementId: string): Promise<SettlementDto> {
  const { userId } = ctx.viewer;
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectSettlement(tx, { tripId, settlementId }),
        countSettlements(tx, { tripId, userId }),
      ]),
    work: async (write, [rows, [held]]) => {
      const settlement = requireSettlement(write, rows, "any");
      if (!settlement.deletedAt) return settlement;
      requireSettlementCapacity(held);
      requireCountable(write.trip, settlement, "amount");
      if (await arePartiesMerged(write, settlement))
        throw new AppError("NOT_UNDOABLE", "The two turned out to be one person.");
      return changeSettlement(write, settlement, { deletedAt: null }, "settlement.restored");
    },
  });
}
