import { undoName } from "#lib/client/own-storage.ts";
import { tabStorage } from "#lib/client/tab-storage.ts";
import type { AnsweredWrite, UndoMemory } from "./undo-stack.ts";

/** What this person can undo in this trip, kept by the window over a reload. Another person in the same window does not get it. */
export function undoMemory(tripId: string, userId: string): UndoMemory {
  const name = undoName(tripId, userId);
  return {
    read: () => parse(tabStorage.read(name)),
    write: (writes) => tabStorage.write(name, writes.length === 0 ? "" : JSON.stringify(writes)),
  };
}

/** Another version of the page may have written it. */
function parse(text: string | null): AnsweredWrite[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isAnswered) : [];
  } catch {
    return [];
  }
}

function isAnswered(value: unknown): value is AnsweredWrite {
  if (typeof value !== "object" || value === null || !("words" in value) || !("seq" in value)) return false;
  const { words, seq } = value;
  return (
    Number.isInteger(seq) &&
    typeof words === "object" &&
    words !== null &&
    "did" in words &&
    "name" in words &&
    "fields" in words &&
    Array.isArray(words.fields)
  );
}
