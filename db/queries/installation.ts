import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { installation } from "#db/schema/operations.ts";

/** Stores the id of this database's installation and returns it: `id`, unless one is stored already. */
export const storeInstallation = statement<{ id: string }, { id: string }>(
  "keep_installation",
  // The conflict clause is an update, so that the stored row is returned.
  sql`insert into ${installation} (id) values (${sql.placeholder("id")})
    on conflict (is_only) do update set is_only = true returning ${installation.id}`,
);
