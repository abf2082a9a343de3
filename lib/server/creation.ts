import { type ClientId, selectClientId } from "#db/queries/write.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requireAccess } from "./access.ts";
import type { Ctx } from "./context.ts";
import { hashOf, violatedUnique } from "./idempotency.ts";

/** What a create is told by its caller. `id` is absent when the service makes one. */
export interface Creation {
  kind: "trip" | "stop" | "comment" | "invite";
  tripId: string | null;
  input: { id?: string | undefined };
}

/**
 * Runs a create, which claims a client-made id with its write. Repeated under its own id by the same person for the
 * same trip, kind and input, it answers 200 with `existing`, whatever would refuse it by now; anything else under a used
 * id is 409 ID_TAKEN and reveals nothing.
 */
export async function createOnce<T>(
  ctx: Ctx,
  creation: Creation,
  create: (id: string, claim: ClientId | null) => Promise<T>,
  existing: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const claim = claimOf(ctx, creation);
  try {
    return await create(claim?.id ?? ctx.newId(), claim);
  } catch (error) {
    // Either the claim was refused or, before it, the row.
    const isTaken = violatedUnique(error)?.endsWith("_pkey") === true;
    if (!claim || !(isTaken || error instanceof AppError)) throw error;
    const found = await repeated(ctx, claim, existing);
    if (found === undefined) throw isTaken ? idTaken() : error;
    ctx.reply.status = 200;
    return found;
  }
}

async function repeated<T>(
  ctx: Ctx,
  claim: ClientId,
  existing: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const [owner] = await selectClientId(ctx.db, { id: claim.id });
  // Nobody claimed an id that the service made itself.
  if (!owner || !isSameClaim(owner, claim)) return undefined;
  // Who may no longer read the trip is not shown the row either.
  if (claim.tripId !== null) await requireAccess(ctx, claim.tripId, "guest");
  return existing(claim.id);
}

function idTaken(): AppError {
  return new AppError("ID_TAKEN", "This id is in use. Send a new UUID of version 7.");
}

function claimOf(ctx: Ctx, { kind, tripId, input }: Creation): ClientId | null {
  if (!input.id) return null;
  const inputHash = hashOf(JSON.stringify(input));
  return { id: input.id, userId: ctx.viewer.userId, tripId, kind, inputHash };
}

function isSameClaim(a: ClientId, b: ClientId): boolean {
  return a.userId === b.userId && a.tripId === b.tripId && a.kind === b.kind && a.inputHash === b.inputHash;
}
