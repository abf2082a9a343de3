import { dateInZone } from "#lib/shared/dates.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { NewSettlement, SettlementDto, SettlementPatch } from "#lib/shared/settlements.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { call } from "../base/api.ts";
import type { RateOptions } from "./expense-writes.ts";
import { settlementsApi } from "../base/operations.ts";
import { isLookedUp, memberIdOf, predictRate } from "./predicted-rate.ts";
import type { EditOptions, WriteRecipe, PredictionContext, Write } from "./write.ts";

export function addSettlementWrite(
  tripId: string,
  input: NewSettlement & { id: string },
  { rate = null }: RateOptions,
): Write<SettlementDto> {
  return {
    label: { action: "addSettlement", entityId: input.id },
    send: (options) => call(settlementsApi.create, { params: { tripId }, body: input }, options),
    predict: (scene) =>
      findSettlement(scene.trip, input.id)
        ? []
        : [{ op: "settlement.created", entity: newSettlement(input, rate, scene) }],
    // When somebody has deleted the row since its create, a repeat of the create answers with the deleted row.
    confirm: (row) => (row.deletedAt === null ? [{ op: "settlement.created", entity: row }] : []),
    settledBy: "settlement.created",
  };
}

/**
 * Returns the recipe that adds a payment although somebody else has recorded one that looks the same; other recipes
 * stay unchanged.
 */
export function allowSimilarPayment({ kind, args }: WriteRecipe): WriteRecipe {
  const [input, ...rest] = args;
  if (kind !== "addSettlement" || typeof input !== "object") return { kind, args };
  return { kind, args: [{ ...input, evenIfSimilar: true }, ...rest] };
}

export function updateSettlementWrite(
  tripId: string,
  settlementId: string,
  patch: SettlementPatch,
  { baseSeq, force = false, rate = null }: EditOptions & RateOptions,
): Write<SettlementDto> {
  const params = { tripId, settlementId };
  return {
    label: { action: "updateSettlement", entityId: settlementId },
    send: (options) => call(settlementsApi.update, { params, body: patch }, options),
    predict: ({ trip }) => {
      const row = findSettlement(trip, settlementId);
      return row ? [{ op: "settlement.updated", entity: changed(row, patch, rate, trip.currency) }] : [];
    },
    confirm: (row) => [{ op: "settlement.updated", entity: row }],
    edit: {
      fields: Object.keys(patch),
      patch,
      baseSeq,
      force,
      current: (trip) => findSettlement(trip, settlementId) ?? null,
    },
  };
}

export function deleteSettlementWrite(tripId: string, settlementId: string): Write<undefined> {
  return {
    label: { action: "deleteSettlement", entityId: settlementId },
    send: (options) => call(settlementsApi.delete, { params: { tripId, settlementId } }, options),
    predict: () => [{ op: "settlement.deleted", entity: { id: settlementId } }],
    settledBy: "settlement.deleted",
  };
}

/** Restores `row` as it was when it was deleted. */
export function restoreSettlementWrite(tripId: string, row: SettlementDto): Write<SettlementDto> {
  const params = { tripId, settlementId: row.id };
  return {
    label: { action: "restoreSettlement", entityId: row.id },
    send: (options) => call(settlementsApi.restore, { params }, options),
    predict: ({ trip }) =>
      findSettlement(trip, row.id)
        ? []
        : [{ op: "settlement.restored", entity: { ...row, deletedAt: null } }],
    confirm: (restored) => [{ op: "settlement.restored", entity: restored }],
    settledBy: "settlement.restored",
  };
}

export function findSettlement(trip: TripDto, settlementId: string): SettlementDto | undefined {
  return trip.settlements.find(({ id }) => id === settlementId);
}

function changed(row: SettlementDto, patch: SettlementPatch, found: Rate | null, to: string): SettlementDto {
  const { rate: given, ...fields } = patch;
  const wanted = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const next: SettlementDto = { ...row, ...wanted };
  const isMoved = next.paidOn !== row.paidOn && found !== null && isLookedUp(row.rate);
  if (given === undefined && next.currency === row.currency && !isMoved) return next;
  return { ...next, rate: predictRate(next.currency, to, next.paidOn, given ?? undefined, found) };
}

function newSettlement(
  { id, from, to, amount, currency, rate: given, ...input }: NewSettlement & { id: string },
  found: Rate | null,
  { trip, userId, now }: PredictionContext,
): SettlementDto {
  const {
    paidOn = dateInZone(new Date(now), trip.timezone),
    note = null,
    private: isPrivate = false,
  } = input;
  const rate = predictRate(currency, trip.currency, paidOn, given, found);
  const what = { from, to, amount, currency, rate, paidOn, note, private: isPrivate };
  const row = { deletedAt: null, version: 1, createdAt: now, updatedAt: now };
  return { id, ...what, createdBy: memberIdOf(trip, userId), ...row };
}
