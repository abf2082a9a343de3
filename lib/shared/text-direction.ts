/*
 * Texts of people stand in sentences, lists and mails beside those of others. Characters that set a direction for all that
 * follows would turn those too. What a language written from right to left needs stays: single marks, and isolates that
 * are closed where they began.
 */

/** Embeddings and overrides, and what ends them (UAX #9): isolates have replaced them. */
const EMBEDDINGS = /[\u202a-\u202e]/g;
const ISOLATES = /[\u2066-\u2069]/g;
const POP_ISOLATE = "\u2069";

/** The same text without what would turn the text around it. Doing it twice changes nothing more. */
export function keepingDirection(text: string): string {
  const plain = text.replaceAll(EMBEDDINGS, "");
  const closed = closedIsolates(plain);
  return plain.replaceAll(ISOLATES, (mark, at: number) => (closed.has(at) ? mark : ""));
}

/** Whether nothing of a text turns the text around it. */
export function keepsDirection(text: string): boolean {
  return keepingDirection(text) === text;
}

/** Where an isolate begins that is ended, and where it ends. */
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
