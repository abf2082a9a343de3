import { MAX_IMPORT_BYTES } from "#lib/shared/import-limits.ts";

/** Why a file cannot be imported: a reason that is known before the upload, or the error of the request. */
export type FileProblem = "large" | "empty" | "unreadable" | "several" | "many" | { error: unknown };

/** Returns the problem with a file's size, or null when there is none. */
export function sizeProblem({ size }: File): FileProblem | null {
  return size === 0 ? "empty" : size > MAX_IMPORT_BYTES ? "large" : null;
}

/** Returns the problem that is known before the upload. A dropped folder counts as a file that can't be read. */
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

/** Whether both files have the same bytes, whatever their names are. Rejects when one of them can't be read. */
export async function isSameContent(one: File, other: File): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [bytes, others] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const read = new Uint8Array(others);
  return new Uint8Array(bytes).every((byte, at) => byte === read[at]);
}
