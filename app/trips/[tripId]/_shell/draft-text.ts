import { createStore, useStore } from "./store.ts";
import { markUnsaved } from "./unsaved.ts";

/** Where a text is typed: a comment, a new stop. */
export interface TextPlace {
  /** Unlike any other's on this page. */
  key: string;
  tripId: string;
  /** Id of the trip, day or stop that it will belong to, and what one must be allowed to write it. */
  of: string;
  need: "edit" | "change" | "join" | "ask";
}

interface KeptText {
  place: TextPlace;
  text: string;
  /** Its place is gone and the person was told; it stays for the case that the place comes back. */
  isLost: boolean;
}

// One page, one list: what was typed and not sent outlives the field it was typed in.
const kept = createStore<{ texts: ReadonlyMap<string, KeptText> }>({ texts: new Map() });

/** Of the change of a comment, which may be deleted while its stop stays. */
export function editKey(commentId: string): string {
  return `edit ${commentId}`;
}

export const onKeptText = kept.subscribe;

export function keptText(key: string): string {
  return kept.get().texts.get(key)?.text ?? "";
}

/** Keeps what stands in a field now; an empty text is forgotten. */
export function keepText(place: TextPlace, text: string): void {
  const texts = new Map(kept.get().texts);
  if (text === "") texts.delete(place.key);
  else texts.set(place.key, { place, text, isLost: false });
  kept.set({ texts });
  markUnsaved(place.key, text.trim() !== "");
}

/** Puts back what could not be sent, unless something else stands there by now. */
export function bringBackText(place: TextPlace, text: string): void {
  if (keptText(place.key).trim() === "") keepText(place, text);
}

/** All that is kept for one trip, as one text; "" for nothing. */
export function packTexts(tripId: string): string {
  const texts = [...kept.get().texts.values()].filter(({ place }) => place.tripId === tripId);
  return texts.length === 0 ? "" : JSON.stringify(texts);
}

/** Brings back what an earlier page has packed, unless something else was typed there since. */
export function unpackTexts(tripId: string, packed: string | null): void {
  const texts = new Map(kept.get().texts);
  for (const found of readPacked(packed)) {
    const { place, text, isLost } = found;
    if (place.tripId !== tripId || texts.get(place.key)) continue;
    texts.set(place.key, found);
    markUnsaved(place.key, !isLost && text.trim() !== "");
  }
  kept.set({ texts });
}

/** Another version may have left something else there. */
function readPacked(packed: string | null): KeptText[] {
  try {
    const found: unknown = JSON.parse(packed ?? "[]");
    return Array.isArray(found) ? found.filter(isKeptText) : [];
  } catch {
    return [];
  }
}

const NEEDS: ReadonlySet<unknown> = new Set<TextPlace["need"]>(["edit", "change", "join", "ask"]);

function isKeptText(value: unknown): value is KeptText {
  const { place, text, isLost }: Partial<Record<keyof KeptText, unknown>> = fieldsOf(value);
  const { key, tripId, of, need }: Partial<Record<keyof TextPlace, unknown>> = fieldsOf(place);
  const texts = [text, key, tripId, of].every((each) => typeof each === "string" && each !== "");
  return texts && typeof isLost === "boolean" && NEEDS.has(need);
}

function fieldsOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

type Tell = (reason: string, text: string) => void;

/** Tells of a text that its place is gone, once. */
export function loseText(key: string, reason: string, tell: Tell): void {
  const entry = kept.get().texts.get(key);
  if (!entry || entry.isLost || entry.text.trim() === "") return;
  kept.set({ texts: new Map(kept.get().texts).set(key, { ...entry, isLost: true }) });
  markUnsaved(key, false);
  tell(reason, entry.text.trim());
}

/** Does so for every text of the trip; `barrier` says why a place is gone, null while it is not. */
export function findLostTexts(
  tripId: string,
  barrier: (of: string, need: TextPlace["need"]) => string | null,
  tell: Tell,
): void {
  for (const [key, { place, isLost }] of kept.get().texts) {
    if (place.tripId !== tripId || isLost) continue;
    const reason = barrier(place.of, place.need);
    if (reason !== null) loseText(key, reason, tell);
  }
}

export function useKeptText(place: TextPlace): [text: string, keep: (text: string) => void] {
  const text = useStore(kept, ({ texts }) => texts.get(place.key)?.text ?? "");
  return [text, (next) => keepText(place, next)];
}
