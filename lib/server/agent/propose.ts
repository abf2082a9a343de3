import { selectMemberOfUser } from "#db/queries/members.ts";
import { selectPreferences } from "#db/queries/preferences.ts";
import type { Db } from "#db/client.ts";
import type { StoredAgentEventBody, ProposedWrite } from "#db/schema/agent.ts";
import type { AgentPart } from "#lib/shared/agent.ts";
import type { StepRefusalCode } from "#lib/shared/agent-tools.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { Locale } from "../auth/locale.ts";
import type { Ctx } from "../context.ts";
import { log } from "../http/log.ts";
import { addSuggestion } from "../suggestions/add-suggestion.ts";
import { requireWritableTrip, type TripWrite } from "../writes/write.ts";
import { stepRefusal } from "./refusals.ts";
import { droppedChangesSentence } from "./sentences.ts";

/** The proposed changes that no longer fit the trip. */
export interface DroppedChanges {
  /** Indexes of the changes, in the order in which they were collected. */
  places: Set<number>;
  /** The reason, if all changes were refused together. */
  why: StepRefusalCode | null;
}

/** Returns the changes that a run's steps have proposed, from the stored events, which survive the run's process. */
export function proposedChangesIn(bodies: readonly StoredAgentEventBody[]): ProposedWrite {
  const steps = bodies.flatMap(({ proposed }) => proposed ?? []);
  return {
    changes: steps.flatMap(({ changes }) => changes),
    baseSeq: Math.min(...steps.map(({ baseSeq }) => baseSeq)),
  };
}

/**
 * Makes a suggestion of the changes that a run has collected. Its author is the member who asked, with that member's
 * rights, and editors accept its changes one by one. It is made in the write that ends the run, so that there is
 * exactly one, whichever process ends the run.
 * @throws AppError when some changes no longer fit the trip: `left` then names them, and the write may be tried again
 */
export async function suggestChangesOfRun(
  ctx: Ctx,
  write: TripWrite,
  { changes, baseSeq }: ProposedWrite,
  left: DroppedChanges,
): Promise<AgentPart[]> {
  const places = [...changes.keys()].filter((place) => !left.places.has(place));
  if (places.length === 0) return [];
  const kept = places.flatMap((place) => changes[place] ?? []);
  try {
    const asMember = await memberCtx({ ...ctx, write: { ...ctx.write, baseSeq } }, write);
    const { id } = await addSuggestion(asMember, write.trip.id, { changes: kept });
    return [{ type: "proposal", suggestionId: id }];
  } catch (error) {
    if (error instanceof AppError) noteLeft(left, places, error);
    throw error;
  }
}

/** Returns the context of the member who asked, with the current role, that joins the open write. */
async function memberCtx(ctx: Ctx, write: TripWrite): Promise<Ctx> {
  const { trip, tx } = write;
  const [row] = await selectMemberOfUser(tx, { tripId: trip.id, userId: ctx.viewer.userId });
  if (!row || row.member.leftAt !== null) throw notFound("trip");
  const { id, role, name } = row.member;
  requireWritableTrip({ trip, role }, "viewer", []);
  const viewer = { ...ctx.viewer, user: { ...ctx.viewer.user, name } };
  return { ...ctx, viewer, open: { ...write, member: { id, role } } };
}

function noteLeft(left: DroppedChanges, places: readonly number[], error: AppError): void {
  const stale = linesOf(error).flatMap((line) => places[line] ?? []);
  if (stale.length === 0) {
    left.why = stepRefusal(error).code;
    log().info({ code: error.code, count: places.length }, "a proposal of the agent was refused");
  }
  for (const place of stale.length > 0 ? stale : places) left.places.add(place);
}

/** Returns the indexes of the changes that a refusal is about. */
function linesOf({ issues = [] }: AppError): number[] {
  const lines = issues.map(({ path }) => /^changes\.(\d+)(?:\.|$)/.exec(path)?.[1]);
  return lines.flatMap((line) => (line === undefined ? [] : [Number(line)]));
}

/**
 * Returns the text about the changes that were left out. Without a `locale` it is in the language of the member who
 * asked.
 */
export async function droppedChangesText(
  db: Db,
  userId: string,
  { places, why }: DroppedChanges,
  locale: Locale | undefined,
): Promise<AgentPart[]> {
  if (places.size === 0) return [];
  const [row] = locale ? [] : await selectPreferences(db, { userId });
  const language = locale ?? row?.preferences.language ?? "en";
  return [{ type: "text", text: droppedChangesSentence(places.size, why)[language] }];
}
