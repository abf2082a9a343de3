import { undoStorageName } from "#lib/client/storage/own-storage.ts";
import { tabStorage } from "#lib/client/storage/tab-storage.ts";
import type { AnsweredWrite, UndoMemory } from "./undo-stack.ts";

/**
 * Stores what a user can undo in a trip for this tab, so that it survives a reload. Another user in the same tab does
 * not get it.
 */
export function undoMemory(tripId: string, userId: string): UndoMemory {
  const name = undoStorageName(tripId, userId);
  return {
    read: () => parse(tabStorage.read(name)),
    write: (writes) => tabStorage.write(name, writes.length === 0 ? "" : JSON.stringify(writes)),
  };
}

/** Parses the stored writes; another version of the app may have stored another format. */
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
