import { insertSettlement, saveSettlement } from "#db/queries/settlements.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { previousValues } from "../writes/changes.ts";
import { readDirectory, usersOf } from "../money/directory.ts";
import { changedRow, newRowFields } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

type SettlementOp = Extract<EventOp, `settlement.${string}`>;
type Decided = Omit<SettlementDto, "deletedAt" | "version" | "createdAt" | "updatedAt">;

/** Returns the members who can see a private settlement: payer, payee and its author. */
export function partiesOf({
  from,
  to,
  createdBy,
}: Pick<SettlementDto, "from" | "to" | "createdBy">): string[] {
  return [...new Set([from, to, ...(createdBy === null ? [] : [createdBy])])];
}

/** Writes a new settlement and records its event. */
export async function writeNewSettlement(write: TripWrite, given: Decided): Promise<SettlementDto> {
  const settlement: SettlementDto = { ...given, deletedAt: null, ...newRowFields(write) };
  const visibleTo = await readersOf(write, settlement);
  write.send(insertSettlement(write.tx, rowOf(write, settlement)));
  write.record({ op: "settlement.created", entityId: settlement.id, after: settlement, visibleTo });
  return settlement;
}

/**
 * Writes fields of a settlement that was read under the trip's lock, and records the change; returns the row as a read
 * would return it. The event of an update of a deleted settlement is visible to nobody, because no list contains the
 * settlement.
 */
export async function changeSettlement(
  write: TripWrite,
  settlement: SettlementDto,
  patch: Partial<SettlementDto>,
  op: SettlementOp,
): Promise<SettlementDto> {
  const changed = previousValues(settlement, patch);
  if (!changed) return settlement;
  // If the currency changes, `before` also has the rate that belonged to the old currency.
  const before = "currency" in changed ? { ...changed, rate: settlement.rate } : changed;
  const saved = changedRow(write, settlement, patch);
  write.send(saveSettlement(write.tx, rowOf(write, saved)));
  const after = op === "settlement.deleted" ? { id: saved.id } : saved;
  const isTold = op !== "settlement.updated" || saved.deletedAt === null;
  const visibleTo = isTold ? await readersOf(write, saved) : [];
  write.record({ op, entityId: saved.id, before, after, visibleTo });
  return saved;
}

/** Returns the users who can see the settlement; null: everybody. */
async function readersOf(write: TripWrite, settlement: SettlementDto): Promise<string[] | null> {
  if (!settlement.private) return null;
  return usersOf(await readDirectory(write.tx, write.trip.id), partiesOf(settlement));
}

function rowOf(write: TripWrite, settlement: SettlementDto) {
  return {
    tripId: write.trip.id,
    id: settlement.id,
    settlement: JSON.stringify(settlement),
    at: write.at,
  };
}
