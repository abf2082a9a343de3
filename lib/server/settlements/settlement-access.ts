import { selectMergedInto } from "#db/queries/merged-members.ts";
import { AppError, invalidField, invalidFields, notFound } from "#lib/shared/errors.ts";
import { MAX_SETTLEMENTS } from "#lib/shared/money-limits.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { currentIdOf, readMergedIds } from "../members/merged-ids.ts";
import { type Directory, formerMemberIds } from "../money/directory.ts";
import { requireWriteMember, type TripWrite } from "../writes/write.ts";
import { partiesOf } from "./settlement-row.ts";

type Parties = Pick<SettlementDto, "from" | "to">;

function isSettlementSeenBy(settlement: SettlementDto, memberId: string): boolean {
  return !settlement.private || partiesOf(settlement).includes(memberId);
}

/**
 * Returns the settlement.
 * @throws AppError NOT_FOUND when it does not exist, was deleted, or is private to other members
 */
export function requireSettlement(
  write: TripWrite,
  rows: { settlement: SettlementDto }[],
  deleted: "live" | "any" = "live",
): SettlementDto {
  const settlement = rows[0]?.settlement;
  const isHidden = !settlement || !isSettlementSeenBy(settlement, requireWriteMember(write).id);
  if (isHidden || (deleted === "live" && settlement.deletedAt)) throw notFound("settlement");
  return settlement;
}

/**
 * Checks the limit of settlements.
 * @param held the count without the new settlement
 */
export function requireSettlementCapacity(held: { count: number } | undefined): void {
  if (held && held.count < MAX_SETTLEMENTS) return;
  const message = `A trip holds at most ${MAX_SETTLEMENTS} settlements. Delete some first.`;
  throw new AppError("LIMIT_REACHED", message);
}

/**
 * Checks payer and payee. Former members may still pay what they owe, and be paid.
 * @throws AppError VALIDATION_FAILED for somebody who never was in the trip, and for two rows of one person
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
  if (await arePartiesMerged(write, { from, to })) throw invalidField("to", "Choose two different people.");
}

/**
 * Returns the current ids of payer and payee, where one of them was merged into a member since.
 * @throws AppError VALIDATION_FAILED when both were merged into one person
 */
export async function currentParties(
  { tx, trip }: TripWrite,
  directory: Directory,
  { from, to }: Parties,
): Promise<Parties> {
  const merged = await readMergedIds(tx, trip.id, formerMemberIds(directory, [from, to]));
  const parties = { from: currentIdOf(merged, from), to: currentIdOf(merged, to) };
  if (parties.from === parties.to) throw invalidField("to", "Choose two different people.");
  return parties;
}

/** Whether one of the two is the row of a guest or a placeholder that was merged into the other. */
export async function arePartiesMerged(write: TripWrite, { from, to }: Parties): Promise<boolean> {
  const merged = await selectMergedInto(write.tx, { tripId: write.trip.id, memberIds: [from, to] });
  // A merge that this write has undone does not count; the event log does not have the write's events yet.
  const isBack = (id: string) =>
    write.events.some(({ op, entityId }) => op === "member.joined" && entityId === id);
  return merged.some(({ memberId, into }) => [from, to].includes(into) && !isBack(memberId));
}
