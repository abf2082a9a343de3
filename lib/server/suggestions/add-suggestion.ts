import { type Db, runPipelined } from "#db/client.ts";
import {
  countOpenSuggestions,
  insertSuggestion,
  selectSuggestion,
  selectUsedIds,
} from "#db/queries/suggestions.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { type AppError, invalidField, invalidFields, type Issue } from "#lib/shared/errors.ts";
import { NewId } from "#lib/shared/fields.ts";
import {
  MAX_SUGGESTION_BYTES,
  type NewSuggestion,
  type SuggestedChange,
  type SuggestedChangeWithBefore,
  type SuggestionDto,
} from "#lib/shared/suggestions.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { notify } from "../notifications/notify.ts";
import { newRowFields } from "../writes/row-fields.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";
import { issuesOfNamedIds } from "./named-ids.ts";
import { requireSuggestionCapacity } from "./capacity.ts";
import { findEntity, OP_RULES } from "./suggested-ops.ts";
import { ISSUE_MESSAGES } from "../http/issue-messages.ts";

/** The limit of a user's suggestions, because all editors are notified of each. */
const LIMIT = { windowSeconds: 600, max: 60 };

/**
 * Stores a suggestion for the editors. Each change is validated as a request to its own endpoint, so that it can be
 * accepted; the values that it would replace are stored with it, for a diff that stays readable.
 * @throws AppError VALIDATION_FAILED, LIMIT_REACHED, RATE_LIMITED
 */
export function addSuggestion(ctx: Ctx, tripId: string, input: NewSuggestion): Promise<SuggestionDto> {
  const creation: CreationRequest = { kind: "suggestion", tripId, input };
  return createOnce(
    ctx,
    creation,
    async (id, claim) => {
      await requireWithinLimit(new Headers(), suggestionsApi.create.path, LIMIT, {
        subject: ctx.viewer.userId,
      });
      return writeTrip(ctx, tripId, "viewer", {
        read: (tx) => runPipelined([countOpenSuggestions(tx, { tripId })]),
        work: async (write, [[open]]) => {
          const { count = 0, bytes: held = 0 } = open ?? {};
          const lines = await checkedLines(ctx, write.tx, tripId, input.changes);
          const bytes = Buffer.byteLength(JSON.stringify(lines));
          if (bytes > MAX_SUGGESTION_BYTES) throw tooLarge();
          requireSuggestionCapacity({ count: count + 1, bytes: held + bytes });
          const suggestion: SuggestionDto = {
            id,
            memberId: requireWriteMember(write).id,
            note: input.note || null,
            lines,
            baseSeq: Math.min(ctx.write.baseSeq ?? write.seq(), write.seq()),
            status: "open",
            answer: null,
            answeredBy: null,
            answeredAt: null,
            ...newRowFields(write),
          };
          write.claim(claim);
          const row = { tripId, suggestion: JSON.stringify(suggestion), at: write.at };
          write.send(insertSuggestion(write.tx, row));
          write.record({ op: "suggestion.created", entityId: id, after: suggestion });
          await notify(write, ctx, {
            kind: "suggestion",
            to: { role: "editor" },
            text: suggestion.note,
            entityId: id,
          });
          return suggestion;
        },
      });
    },
    async (id) => (await selectSuggestion(ctx.db, { tripId, id }))[0]?.suggestion,
  );
}

/**
 * Returns the error for a suggestion that is too large: each snapshot contains all open suggestions, a room limits the
 * size of events, and viewers may send suggestions.
 */
function tooLarge(): AppError {
  return invalidField("changes", "This is too much for one suggestion. Split it into several.");
}

async function checkedLines(
  ctx: Ctx,
  tx: Db,
  tripId: string,
  changes: SuggestedChange[],
): Promise<SuggestedChangeWithBefore[]> {
  const issues: Issue[] = [];
  const lines: SuggestedChangeWithBefore[] = [];
  const made = new Set<string>();
  const used = await usedIds(tx, changes);
  for (const [index, change] of changes.entries()) {
    const path = `changes.${index}`;
    const input = checkedInput(ctx, change, path, issues);
    const before = await checkedEntity(tx, tripId, { ...change, input }, { path, made, issues });
    issues.push(...(await issuesOfNamedIds(tx, tripId, input, { path, made })));
    const id = createdId({ op: change.op, input });
    if (id !== null && (made.has(id) || used.has(id)))
      issues.push({ path: `${path}.input.id`, message: "This id is in use. Send a new UUID of version 7." });
    if (id !== null) made.add(id);
    lines.push({ ...change, input, before, isAccepted: null });
  }
  if (issues.length > 0) throw invalidFields(issues);
  return lines;
}

/** Returns the id of the row that a change creates, if the change contains one. */
function createdId({ op, input }: Pick<SuggestedChange, "op" | "input">): string | null {
  const id = op.endsWith(".create") ? input["id"] : undefined;
  return typeof id === "string" ? id : null;
}

/**
 * Returns which of the ids of new rows are in use by any row anywhere, deleted or not: such a change could not be
 * accepted.
 */
async function usedIds(tx: Db, changes: SuggestedChange[]): Promise<ReadonlySet<string>> {
  // A value that is no id is refused by the change's own schema.
  const ids = changes.flatMap((change) => NewId.safeParse(createdId(change)).data ?? []);
  if (ids.length === 0) return new Set();
  return new Set((await selectUsedIds(tx, { ids })).map(({ id }) => id));
}

/**
 * Validates a change's input with the schema of its operation. A created row gets its id now, so that later changes may
 * refer to it.
 */
function checkedInput(
  ctx: Ctx,
  { op, input }: SuggestedChange,
  path: string,
  issues: Issue[],
): Record<string, unknown> {
  const { body } = OP_RULES[op];
  if (!body) return {};
  const given = op.endsWith(".create") ? { id: ctx.newId(), ...input } : input;
  const parsed = body.safeParse(given, ISSUE_MESSAGES);
  if (parsed.success) {
    // The cast is safe because every body is an object of fields.
    const fields = { ...(parsed.data as object) } as Record<string, unknown>;
    if (fields["isPrivate"] === true) {
      issues.push({ path: `${path}.input.isPrivate`, message: "Private items need no suggestion: add it." });
    }
    return fields;
  }
  for (const issue of parsed.error.issues) {
    issues.push({ path: [path, "input", ...issue.path.map(String)].join("."), message: issue.message });
  }
  return {};
}

interface Place {
  path: string;
  /** The ids of rows that earlier changes create. */
  made: ReadonlySet<string>;
  issues: Issue[];
}

/** Returns the old values of the fields that a change replaces; null when it creates a row. */
async function checkedEntity(
  tx: Db,
  tripId: string,
  { op, entityId, input }: SuggestedChange,
  { path, made, issues }: Place,
): Promise<Record<string, unknown> | null> {
  const kind = op === "trips.update" ? "trip" : OP_RULES[op].entity;
  if (kind !== null && kind !== "trip" && entityId === undefined) {
    issues.push({ path: `${path}.entityId`, message: "Say what it changes." });
    return null;
  }
  if ((kind === null || kind === "trip") && entityId !== undefined) {
    issues.push({ path: `${path}.entityId`, message: "Leave this out here." });
    return null;
  }
  if (kind === null || (entityId !== undefined && made.has(entityId))) return null;
  const found = await findEntity(tx, tripId, kind, entityId ?? tripId);
  if (found) return valuesBefore(op, found, input);
  issues.push({ path: `${path}.entityId`, message: "This is not in the trip, or was deleted." });
  return null;
}

/** The fields that name a row. They are always stored, because a diff is read when the row may be deleted. */
const NAMES = ["name", "title", "text", "date"];

function valuesBefore(op: SuggestedChange["op"], row: object, input: object): Record<string, unknown> {
  const fields = new Set([...NAMES, ...Object.keys(input), ...(op === "stops.move" ? ["dayId"] : [])]);
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field)));
}
