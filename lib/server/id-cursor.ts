import { invalidField } from "#lib/shared/errors.ts";
import { Id } from "#lib/shared/fields.ts";

/** The last id of the page before, from `?cursor=`; null for the first page. */
export function readIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const parsed = Id.safeParse(cursor);
  if (parsed.success) return parsed.data;
  throw invalidField("query.cursor", "Take the cursor from the Link header.");
}
