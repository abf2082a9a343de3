import { type ClientId, selectClientId, selectStoredAnswer } from "#db/queries/write.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requireAccess } from "./access.ts";
import type { Ctx } from "./context.ts";
import { hashOf, violatedUnique } from "./idempotency.ts";

/** What a create is told by its caller. `id` is absent when the service makes one. */
export interface Creation {
  kind:
    | "trip"
    | "stop"
    | "comment"
    | "invite"
    | "member"
    | "reservation"
    | "attachment"
    | "decision"
    | "suggestion"
    | "item"
    | "expense"
    | "settlement"
    | "feed"
    | "agentMessage";
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
  // A part of another write is no request that could be repeated; and asking here would wait for a second connection
  // while holding one, which a few such requests at once never get.
  if (ctx.open) return create(claim?.id ?? ctx.newId(), claim);
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

/**
 * The same for several creates of one trip that are one write, all or none. A repeat is answered where each of them came
 * with an id of the caller's own, and `existing` answers their rows.
 */
export async function createEachOnce<T>(
  ctx: Ctx,
  creations: Creation[],
  create: (ids: string[], claims: ClientId[]) => Promise<T>,
  existing: (ids: string[]) => Promise<T>,
): Promise<T> {
  const given = creations.map((creation) => claimOf(ctx, creation));
  const claims = given.filter((claim) => claim !== null);
  const ids = given.map((claim) => claim?.id ?? ctx.newId());
  try {
    return await create(ids, claims);
  } catch (error) {
    const isTaken = violatedUnique(error)?.endsWith("_pkey") === true;
    if (claims.length === 0 || !(isTaken || error instanceof AppError)) throw error;
    const isRepeat = claims.length === ids.length && (await wereClaimed(ctx, claims));
    if (!isRepeat) throw isTaken ? idTaken() : error;
    ctx.reply.status = 200;
    return existing(ids);
  }
}

async function wereClaimed(ctx: Ctx, claims: ClientId[]): Promise<boolean> {
  for (const claim of claims) if (!(await isRepeated(ctx, claim))) return false;
  return true;
}

async function repeated<T>(
  ctx: Ctx,
  claim: ClientId,
  existing: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  return (await isRepeated(ctx, claim)) ? existing(claim.id) : undefined;
}

async function isRepeated(ctx: Ctx, claim: ClientId): Promise<boolean> {
  const [owner] = await selectClientId(ctx.db, { id: claim.id });
  // Nobody claimed an id that the service made itself.
  if (!owner || !isSameClaim(owner, claim)) return false;
  // Who may no longer read the trip is not shown the row either.
  if (claim.tripId !== null) await requireAccess(ctx, claim.tripId, "guest");
  return true;
}

/** Whether the caller has used this request's key, or this id, before: whether as a repeat is seen when all of it is here. */
export async function wasSentBefore(ctx: Ctx, id: string | undefined): Promise<boolean> {
  const { userId } = ctx.viewer;
  const key = ctx.write.idempotency?.key;
  const [answer] = key === undefined ? [] : await selectStoredAnswer(ctx.db, { userId, key });
  const [claim] = id === undefined ? [] : await selectClientId(ctx.db, { id });
  return answer !== undefined || claim?.userId === userId;
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
