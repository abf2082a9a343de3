import { invalidField } from "#lib/shared/errors.ts";
import type { AttachmentType } from "./inspect-file.ts";

const ENDINGS: Readonly<Record<AttachmentType, readonly [string, ...string[]]>> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png"],
  "image/webp": ["webp"],
};
/** What systems take for a kind of file; dates and numbers at a name's end are none. */
const ENDING = /\.([a-z][a-z0-9]{1,4})$/i;

function hasEndingOf(name: string, type: AttachmentType): boolean {
  const ending = ENDING.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && ENDINGS[type].includes(ending);
}

/** @throws AppError VALIDATION_FAILED for a name that says that the file is something else; `path` names the field */
export function requireFitting(name: string, type: AttachmentType, path: string): void {
  if (!ENDING.test(name) || hasEndingOf(name, type)) return;
  const message = `By its content this file should end in .${ENDINGS[type][0]}. Rename it.`;
  throw invalidField(path, message);
}

/** The name that the file is saved under: it always ends as its content. */
export function savedName(name: string, type: AttachmentType): string {
  return hasEndingOf(name, type) ? name : `${name}.${ENDINGS[type][0]}`;
}
