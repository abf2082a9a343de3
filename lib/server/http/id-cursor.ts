import { invalidField } from "#lib/shared/errors.ts";
import { Id } from "#lib/shared/fields.ts";

/**
 * Returns the last id of the previous page, from `?cursor=`, or null for the first page.
 * @throws AppError VALIDATION_FAILED when the cursor is not an id.
 */
export function readIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const parsed = Id.safeParse(cursor);
  if (parsed.success) return parsed.data;
  throw invalidField("query.cursor", "Take the cursor from the Link header.");
}
