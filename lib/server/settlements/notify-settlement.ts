import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { Ctx } from "../context.ts";
import { type Directory, usersOf } from "../money/directory.ts";
import { notify } from "../notifications/notify.ts";
import { requireWriteMember, type TripWrite } from "../writes/write.ts";
import { partiesOf } from "./settlement-row.ts";

/** Notifies payer and payee of a new settlement that somebody else recorded; of a private one, only these two. */
export async function notifySettlement(
  ctx: Ctx,
  write: TripWrite,
  settlement: SettlementDto,
  directory: Directory,
): Promise<void> {
  const { from, to, amount, currency, note, id } = settlement;
  const self = requireWriteMember(write).id;
  const nameOf = (memberId: string) => (memberId === self ? null : (directory.get(memberId)?.name ?? null));
  const visibleTo = settlement.private ? usersOf(directory, partiesOf(settlement)) : null;
  const about = { kind: "settlement", entityId: id, text: note, visibleTo } as const;
  const sum = { amount, currency };
  if (from !== self) {
    const payment = { side: "paid" as const, name: nameOf(to), ...sum };
    await notify(write, ctx, { ...about, to: { memberIds: [from] }, payment });
  }
  if (to !== self) {
    const payment = { side: "got" as const, name: nameOf(from), ...sum };
    await notify(write, ctx, { ...about, to: { memberIds: [to] }, payment });
  }
}
