import { selectSamePerson } from "#db/queries/merged-members.ts";
import { AppError, invalidField, invalidFields, notFound } from "#lib/shared/errors.ts";
import { MAX_SETTLEMENTS } from "#lib/shared/money-limits.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { Directory } from "../money/directory.ts";
import { memberOf, type TripWrite } from "../write.ts";
import { partiesOf } from "./settlement-row.ts";

type Parties = Pick<SettlementDto, "from" | "to">;

function isSettlementSeenBy(settlement: SettlementDto, memberId: string): boolean {
  return !settlement.private || partiesOf(settlement).includes(memberId);
}

/** The settlement, or 404 where there is none, it was deleted, or it is private to others. */
export function requireSettlement(
  write: TripWrite,
  rows: { settlement: SettlementDto }[],
  deleted: "live" | "any" = "live",
): SettlementDto {
  const settlement = rows[0]?.settlement;
  const isHidden = !settlement || !isSettlementSeenBy(settlement, memberOf(write).id);
  if (isHidden || (deleted === "live" && settlement.deletedAt)) throw notFound("settlement");
  return settlement;
}

/** @param held without the one that is to come */
export function requireRoom(held: { count: number } | undefined): void {
  if (held && held.count < MAX_SETTLEMENTS) return;
  const message = `A trip holds at most ${MAX_SETTLEMENTS} settlements. Delete some first.`;
  throw new AppError("LIMIT_REACHED", message);
}

/**
 * Whoever has left may still pay what they owe, and be paid.
 * @throws AppError VALIDATION_FAILED for who never was in the trip, and for two rows of one person
 */
export async function requireParties(
  write: TripWrite,
  directory: Directory,
  { from, to }: Parties,
): Promise<void> {
  const named = Object.entries({ from, to });
  const unknown = named.filter(([, id]) => !directory.has(id));
  if (unknown.length > 0)
    throw invalidFields(unknown.map(([path]) => ({ path, message: "This is no member of the trip." })));
  if (!named.some(([, id]) => directory.get(id)?.hasLeft)) return;
  if (await isOnePerson(write, { from, to })) throw invalidField("to", "Choose two different people.");
}

/** Whether one of the two is a guest's row that was closed because the guest turned out to be the other. */
export async function isOnePerson({ tx, trip }: TripWrite, { from, to }: Parties): Promise<boolean> {
  return (await selectSamePerson(tx, { tripId: trip.id, one: from, other: to })).length > 0;
}
