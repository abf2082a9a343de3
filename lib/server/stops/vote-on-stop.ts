import { runPipelined } from "#db/client.ts";
import { selectStop, selectVote, upsertVote } from "#db/queries/stops.ts";
import type { VoteDto } from "#lib/shared/stops.ts";
import type { Ctx } from "../context.ts";
import { requireWriteMember, type TripWrite, writeTrip } from "../writes/write.ts";
import { requireLive } from "./edit-stop.ts";

/** Sets the caller's vote; 0 removes it. */
export function voteOnStop(ctx: Ctx, tripId: string, stopId: string, value: -1 | 0 | 1): Promise<VoteDto> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => runPipelined([selectStop(tx, { tripId, stopId })]),
    work: async (write, [rows]) => {
      requireLive(rows);
      return setVote(write, stopId, requireWriteMember(write).id, value);
    },
  });
}

export async function setVote(
  write: TripWrite,
  stopId: string,
  memberId: string,
  value: number,
): Promise<VoteDto> {
  const [held] = await selectVote(write.tx, { stopId, memberId });
  const old = held?.value ?? 0;
  const [saved] = await upsertVote(write.tx, {
    tripId: write.trip.id,
    stopId,
    memberId,
    value,
    at: write.at,
  });
  if (!saved) throw new Error("An upsert returned no row.");
  if (old !== value)
    write.record({ op: "vote.set", entityId: stopId, before: { value: old }, after: saved.vote });
  return saved.vote;
}
