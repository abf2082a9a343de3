import type { Db } from "#db/client.ts";
import { type FoundPerson, selectPersonById } from "#db/queries/operator.ts";
import { notFound } from "#lib/shared/errors.ts";

/**
 * Finds a user.
 * @throws AppError NOT_FOUND
 */
export async function requirePerson(db: Db, userId: string): Promise<FoundPerson> {
  const [person] = await selectPersonById(db, { userId });
  if (!person) throw notFound("person");
  return person;
}
