import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { installation } from "#db/schema/operations.ts";

/** The id that this database goes by: `id`, unless it has one by now. */
export const keepInstallation = statement<{ id: string }, { id: string }>(
  "keep_installation",
  // An update, for its row to come back.
  sql`insert into ${installation} (id) values (${sql.placeholder("id")})
    on conflict (is_only) do update set is_only = true returning ${installation.id}`,
);
