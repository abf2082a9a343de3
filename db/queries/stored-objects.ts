import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { attachments } from "#db/schema/reservations.ts";

export interface ReferencedObject {
  /** The key of an attachment's object; null: the row names a user's picture. */
  objectKey: string | null;
  userId: string | null;
  image: string | null;
}

/** The objects that rows still need: attachments that can be restored, and users' pictures. */
export const selectReferencedObjects = statement<object, ReferencedObject>(
  "select_live_objects",
  sql`select ${attachments.objectKey} as "objectKey", null::uuid as "userId", null as image from ${attachments}
      where ${attachments.purgedAt} is null
    union all select null, ${users.id}, ${users.image} from ${users} where ${users.image} is not null`,
);
