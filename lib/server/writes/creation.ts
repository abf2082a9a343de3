import { type ClientId, selectClientId, selectStoredAnswer } from "#db/queries/write.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { ListKind } from "#lib/shared/resources/list-resources.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { hashOf, violatedUnique } from "./idempotency.ts";

/** What the caller sends to create a row. `id` is absent when the service makes the id. */
export interface CreationRequest {
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
    | ListKind
    | "agentMessage";
  tripId: string | null;
  input: { id?: string | undefined };
}

/**
 * Creates a row and, in the same write, claims the id that the client made. If the same user sends the same id again
 * with the same trip, kind and input, the answer is 200 with `existing`, even if the create would be refused now. Any
 * other use of a claimed id is 409 ID_TAKEN, which reveals nothing about the row.
 */
export async function createOnce<T>(
  ctx: Ctx,
  creation: CreationRequest,
  create: (id: string, claim: ClientId | null) => Promise<T>,
  existing: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const claim = claimOf(ctx, creation);
  // A create inside another write is not a request that a client could repeat. A query here would also need a second
  // database connection while this request holds one, and a few such requests at once would block each other.
  if (ctx.open) return create(claim?.id ?? ctx.newId(), claim);
  try {
    return await create(claim?.id ?? ctx.newId(), claim);
  } catch (error) {
    // The claim violated its key, or the row itself did so before the claim was written.
    const isTaken = violatedUnique(error)?.endsWith("_pkey") === true;
    if (!claim || !(isTaken || error instanceof AppError)) throw error;
    const found = await repeated(ctx, claim, existing);
    if (found === undefined) throw isTaken ? idTaken() : error;
    ctx.reply.status = 200;
    return found;
  }
}

/**
 * Does what {@link createOnce} does for several rows of one trip, which one write creates all or none of. A repeat is
 * answered with `existing` only if the client made the id of each row.
 */
export async function createEachOnce<T>(
  ctx: Ctx,
  creations: CreationRequest[],
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
  // Without a claim there is nothing to repeat: an id that the service made was never claimed.
  if (!owner || !isSameClaim(owner, claim)) return false;
  // A user who may no longer read the trip must not see the row either.
  if (claim.tripId !== null) await requireAccess(ctx, claim.tripId, "guest");
  return true;
}

/**
 * Whether the caller has already used this request's idempotency key or this id. It does not check that the request was
 * the same.
 */
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

function claimOf(ctx: Ctx, { kind, tripId, input }: CreationRequest): ClientId | null {
  if (!input.id) return null;
  const inputHash = hashOf(JSON.stringify(input));
  return { id: input.id, userId: ctx.viewer.userId, tripId, kind, inputHash };
}

function isSameClaim(a: ClientId, b: ClientId): boolean {
  return a.userId === b.userId && a.tripId === b.tripId && a.kind === b.kind && a.inputHash === b.inputHash;
}
