import { invalidField } from "#lib/shared/errors.ts";
import type { AttachmentType } from "./inspect-file.ts";

const ENDINGS: Readonly<Record<AttachmentType, readonly [string, ...string[]]>> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png"],
  "image/webp": ["webp"],
};
/** What operating systems take for the extension of a file. A date or a number at the end of a name is no extension. */
const ENDING = /\.([a-z][a-z0-9]{1,4})$/i;

function hasEndingOf(name: string, type: AttachmentType): boolean {
  const ending = ENDING.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && ENDINGS[type].includes(ending);
}

/**
 * Checks that a name's extension fits the file's type.
 * @throws AppError VALIDATION_FAILED when it does not; `path` names the field
 */
export function requireFittingExtension(name: string, type: AttachmentType, path: string): void {
  if (!ENDING.test(name) || hasEndingOf(name, type)) return;
  const message = `By its content this file should end in .${ENDINGS[type][0]}. Rename it.`;
  throw invalidField(path, message);
}

/** Returns the name under which browsers save the file; its extension always fits the content. */
export function savedName(name: string, type: AttachmentType): string {
  return hasEndingOf(name, type) ? name : `${name}.${ENDINGS[type][0]}`;
}
