import { MAX_IMPORT_BYTES } from "#lib/shared/import-limits.ts";

/** Why a file is not taken in: what can be told before it is sent, or what became of the request. */
export type FileProblem = "large" | "empty" | "unreadable" | "several" | "many" | { error: unknown };

/** What its size says against a file; null: nothing. */
export function sizeProblem({ size }: File): FileProblem | null {
  return size === 0 ? "empty" : size > MAX_IMPORT_BYTES ? "large" : null;
}

/** What can be said against a file before it is sent. A folder that is dropped is a file that can't be read. */
export async function findProblem(file: File): Promise<FileProblem | null> {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  return isReadable ? sizeProblem(file) : "unreadable";
}

/** Whether both have the same bytes, whatever they are called. Rejects where one of them can't be read. */
export async function isSameContent(one: File, other: File): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [bytes, others] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const read = new Uint8Array(others);
  return new Uint8Array(bytes).every((byte, at) => byte === read[at]);
}
