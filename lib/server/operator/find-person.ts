import type { Db } from "#db/client.ts";
import { type FoundPerson, selectPeopleLike } from "#db/queries/operator.ts";
import { notFound } from "#lib/shared/errors.ts";

/** @throws AppError NOT_FOUND */
export async function requirePerson(db: Db, userId: string): Promise<FoundPerson> {
  const found = await selectPeopleLike(db, { text: userId, limit: 2 });
  const person = found.find(({ id }) => id === userId);
  if (!person) throw notFound("person");
  return person;
}
