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
