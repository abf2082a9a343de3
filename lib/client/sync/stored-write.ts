import type { ErrorBody } from "#lib/shared/errors.ts";
import type { WriteRecipe } from "../writes/write.ts";

/** The version of the stored form. An entry of another version can't be sent, but is shown. */
export const STORED_WRITE_VERSION = 1;

/** A stored write: it survives the page. */
export interface StoredWrite {
  v: typeof STORED_WRITE_VERSION;
  /** The store assigns the number; it rises in the order in which the writes were made. */
  order: number;
  userId: string;
  tripId: string;
  /** The page that sends the write, as long as that page lives. */
  tab: string;
  /** The idempotency key with which every attempt sends the write. */
  key: string;
  recipe: WriteRecipe;
  name: string | null;
  baseSeq: number | null;
  force: boolean;
  /** Milliseconds since the epoch: when the write was made, and when it was first sent. */
  at: number;
  sentAt: number | null;
  /** The service has answered the write, and the trip contains it from this seq on. */
  echoSeq: number | null;
  refusal: Refusal | null;
}

/** The service's refusal of a write. */
export interface Refusal {
  status: number;
  body: ErrorBody;
  at: number;
  /** The key of the refused write that this write depended on, so that it was refused together with it. */
  with: string | null;
}

/** An entry that can't be read: it is of another version, or damaged. */
export interface UnreadableWrite {
  order: number;
  at: number | null;
  /** The readable text of the entry. */
  text: string;
}

/** Reads an entry of the store. Anybody with access to the browser may have changed it, so its form is checked. */
export function readStoredWrite(found: unknown): StoredWrite | UnreadableWrite {
  const entry = fieldsOf(found);
  return isKept(entry) ? entry : unreadable(entry);
}

export function isReadable(entry: StoredWrite | UnreadableWrite): entry is StoredWrite {
  return "recipe" in entry;
}

function fieldsOf(found: unknown): Partial<Record<keyof StoredWrite, unknown>> {
  return typeof found === "object" && found !== null ? found : {};
}

function isKept(entry: Partial<Record<keyof StoredWrite, unknown>>): entry is StoredWrite & typeof entry {
  const { v, order, userId, tripId, tab, key, recipe, name, baseSeq, force, at } = entry;
  const texts = [userId, tripId, tab, key].every((text) => typeof text === "string" && text !== "");
  const numbers = [order, at].every((each) => Number.isFinite(each));
  const maybe = [baseSeq, entry.sentAt, entry.echoSeq].every(
    (each) => each === null || Number.isFinite(each),
  );
  const isNamed = name === null || typeof name === "string";
  const isForm = v === STORED_WRITE_VERSION && typeof force === "boolean" && isNamed;
  return isForm && texts && numbers && maybe && isRecipe(recipe) && isRefusal(entry.refusal);
}

function isRecipe(found: unknown): found is WriteRecipe {
  if (typeof found !== "object" || found === null) return false;
  const { kind, args }: { kind?: unknown; args?: unknown } = found;
  return typeof kind === "string" && Array.isArray(args);
}

function isRefusal(found: unknown): found is Refusal | null {
  if (found === null) return true;
  if (typeof found !== "object") return false;
  const refusal: { status?: unknown; body?: unknown; at?: unknown } = found ?? {};
  const { body } = refusal;
  const isSaid = typeof body === "object" && body !== null && "code" in body && "message" in body;
  return isSaid && Number.isFinite(refusal.status) && Number.isFinite(refusal.at);
}

function unreadable(entry: Partial<Record<keyof StoredWrite, unknown>>): UnreadableWrite {
  const { order, at, recipe } = entry;
  return {
    order: typeof order === "number" ? order : -1,
    at: typeof at === "number" && Number.isFinite(at) ? at : null,
    text: typedTextsOf(recipe ?? entry),
  };
}

/** Returns the texts of a value that people have typed, one on each line, without the ids between them. */
export function typedTextsOf(value: unknown): string {
  const lines: string[] = [];
  collect(value, "", lines);
  return lines.join("\n");
}

const IDS = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INNER = new Set(["v", "order", "version", "position", "baseSeq", "force", "createdAt", "updatedAt"]);
const MAX_LINES = 100;

function collect(value: unknown, name: string, lines: string[]): void {
  if (value === null || value === undefined || lines.length >= MAX_LINES || INNER.has(name)) return;
  if (typeof value === "object") {
    const isList = Array.isArray(value);
    for (const [key, each] of Object.entries(value)) collect(each, isList ? name : key, lines);
    return;
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === "" || IDS.test(text)) return;
  lines.push(name === "" ? text : `${name}: ${text}`);
}
