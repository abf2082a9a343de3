import { eventsApi } from "#lib/shared/api/events.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { balancesByCurrency } from "#lib/shared/balances.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newPlaceholder } from "#tests/factories/trips.ts";
import { type MoneyFixture, newMoneyFixture } from "./expenses.ts";
import { send, type RawAnswer } from "./handlers.ts";

export type MergeFixture = MoneyFixture & { annieId: string };

/** Creates a trip with a placeholder who turns out to be one of the other members. */
export async function newMergeFixture(): Promise<MergeFixture> {
  const scene = await newMoneyFixture();
  const { id } = await newPlaceholder(scene.owner, scene.tripId, "Annie");
  return { ...scene, annieId: id };
}

export function merge(
  by: Person | null,
  { tripId, annieId }: Pick<MergeFixture, "tripId" | "annieId">,
  into: string,
) {
  const who = by === null ? {} : { token: by.token };
  return send(membersApi.mergePlaceholder, { params: { tripId, memberId: annieId }, body: { into }, ...who });
}

export function undo(by: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: by.token });
}

/** Returns the balances by currency and member, without balances of zero. */
export function nonzeroBalances({ expenses, settlements }: TripDto): Record<string, Record<string, number>> {
  const all = [...balancesByCurrency({ expenses, settlements })].map(
    ([currency, balances]) =>
      [currency, Object.fromEntries([...balances].filter(([, amount]) => amount !== 0))] as const,
  );
  return Object.fromEntries(all.filter(([, balances]) => Object.keys(balances).length > 0));
}

/** Returns the expected balances after a merge: what `from` had is added to what `to` has. */
export function mergedBalances(
  before: ReturnType<typeof nonzeroBalances>,
  from: string,
  to: string,
): ReturnType<typeof nonzeroBalances> {
  const all = Object.entries(before).map(([currency, balances]) => {
    const { [from]: theirs = 0, [to]: own = 0, ...others } = balances;
    return [currency, theirs + own === 0 ? others : { ...others, [to]: theirs + own }] as const;
  });
  return Object.fromEntries(all.filter(([, balances]) => Object.keys(balances).length > 0));
}

/** Returns the part of a trip that an undo must restore: everything but the rows' times and versions. */
export function stateOf(trip: TripDto): unknown {
  const { seq: _seq, ...rest } = trip;
  return JSON.parse(
    JSON.stringify(rest, (key, value) => (["version", "updatedAt"].includes(key) ? null : value)),
  );
}
