/*
 * Texts that users write are shown beside other texts in sentences, lists and mails. Characters that set the direction
 * of all following text would reverse those other texts, too. What a language written from right to left needs is
 * allowed: single marks, and isolates that end in the same text.
 */

/** Embeddings and overrides with the characters that end them (UAX #9): isolates have replaced them. */
const EMBEDDINGS = /[\u202a-\u202e]/g;
const ISOLATES = /[\u2066-\u2069]/g;
const POP_ISOLATE = "\u2069";

/** Removes characters that would reverse the direction of text around this text. A second call changes nothing. */
export function removeDirectionOverrides(text: string): string {
  const plain = text.replaceAll(EMBEDDINGS, "");
  const closed = closedIsolates(plain);
  return plain.replaceAll(ISOLATES, (mark, at: number) => (closed.has(at) ? mark : ""));
}

/** Whether no character of a text reverses the direction of text around it. */
export function keepsDirection(text: string): boolean {
  return removeDirectionOverrides(text) === text;
}

/** The positions at which closed isolates begin and end. */
function closedIsolates(text: string): Set<number> {
  const open: number[] = [];
  const closed = new Set<number>();
  for (const { 0: mark, index } of text.matchAll(ISOLATES)) {
    if (mark !== POP_ISOLATE) {
      open.push(index);
      continue;
    }
    const begun = open.pop();
    if (begun !== undefined) closed.add(begun).add(index);
  }
  return closed;
}
