import { createStore, useStore } from "../store.ts";
import { markUnsaved } from "../unsaved.ts";

/** Identifies a field for a new text, such as a comment or a new stop. */
export interface DraftTextTarget {
  /** A key that is unique on this page. */
  key: string;
  tripId: string;
  /**
   * The id of the trip, day or stop that the text will belong to; `need` is the permission that is needed to save it.
   */
  of: string;
  need: "edit" | "change" | "join" | "ask";
}

interface KeptText {
  place: DraftTextTarget;
  text: string;
  /**
   * Whether the text can no longer be saved where it was typed and the user was notified. The text stays stored,
   * because it may become savable again.
   */
  isLost: boolean;
}

// All unsent texts of the page; they outlive the fields in which they were typed.
const kept = createStore<{ texts: ReadonlyMap<string, KeptText> }>({ texts: new Map() });

/** Returns the key of an edit of a comment. A comment may be deleted while its stop still exists. */
export function commentEditKey(commentId: string): string {
  return `edit ${commentId}`;
}

export const subscribeToDraftTexts = kept.subscribe;

export function readDraftText(key: string): string {
  return kept.get().texts.get(key)?.text ?? "";
}

/** Stores the present text of a field; an empty text is deleted. */
export function storeDraftText(place: DraftTextTarget, text: string): void {
  const texts = new Map(kept.get().texts);
  if (text === "") texts.delete(place.key);
  else texts.set(place.key, { place, text, isLost: false });
  kept.set({ texts });
  markUnsaved(place.key, text.trim() !== "");
}

/** Stores a text again that could not be sent, unless another text was typed into its field since. */
export function restoreDraftText(place: DraftTextTarget, text: string): void {
  if (readDraftText(place.key).trim() === "") storeDraftText(place, text);
}

/** Serializes all unsent texts of one trip; "" if there are none. */
export function serializeDraftTexts(tripId: string): string {
  const texts = [...kept.get().texts.values()].filter(({ place }) => place.tripId === tripId);
  return texts.length === 0 ? "" : JSON.stringify(texts);
}

/**
 * Restores the texts that an earlier page has serialized, except for fields into which another text was typed since.
 */
export function deserializeDraftTexts(tripId: string, packed: string | null): void {
  const texts = new Map(kept.get().texts);
  for (const found of readPacked(packed)) {
    const { place, text, isLost } = found;
    if (place.tripId !== tripId || texts.get(place.key)) continue;
    texts.set(place.key, found);
    markUnsaved(place.key, !isLost && text.trim() !== "");
  }
  kept.set({ texts });
}

/** Parses stored texts; another version of the app may have stored another format. */
function readPacked(packed: string | null): KeptText[] {
  try {
    const found: unknown = JSON.parse(packed ?? "[]");
    return Array.isArray(found) ? found.filter(isKeptText) : [];
  } catch {
    return [];
  }
}

const NEEDS: ReadonlySet<unknown> = new Set<DraftTextTarget["need"]>(["edit", "change", "join", "ask"]);

function isKeptText(value: unknown): value is KeptText {
  const { place, text, isLost }: Partial<Record<keyof KeptText, unknown>> = fieldsOf(value);
  const { key, tripId, of, need }: Partial<Record<keyof DraftTextTarget, unknown>> = fieldsOf(place);
  const texts = [text, key, tripId, of].every((each) => typeof each === "string" && each !== "");
  return texts && typeof isLost === "boolean" && NEEDS.has(need);
}

function fieldsOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

type Tell = (reason: string, text: string) => void;

/** Reports once that a text can no longer be saved where it was typed. */
export function reportLostDraftText(key: string, reason: string, tell: Tell): void {
  const entry = kept.get().texts.get(key);
  if (!entry || entry.isLost || entry.text.trim() === "") return;
  kept.set({ texts: new Map(kept.get().texts).set(key, { ...entry, isLost: true }) });
  markUnsaved(key, false);
  tell(reason, entry.text.trim());
}

/**
 * Reports each text of the trip that can no longer be saved; `barrier` returns the reason, or null if a text can be
 * saved.
 */
export function reportLostDraftTexts(
  tripId: string,
  barrier: (of: string, need: DraftTextTarget["need"]) => string | null,
  tell: Tell,
): void {
  for (const [key, { place, isLost }] of kept.get().texts) {
    if (place.tripId !== tripId || isLost) continue;
    const reason = barrier(place.of, place.need);
    if (reason !== null) reportLostDraftText(key, reason, tell);
  }
}

export function useDraftText(place: DraftTextTarget): [text: string, keep: (text: string) => void] {
  const text = useStore(kept, ({ texts }) => texts.get(place.key)?.text ?? "");
  return [text, (next) => storeDraftText(place, next)];
}
