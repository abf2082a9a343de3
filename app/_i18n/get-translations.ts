import { getTranslations as getNextIntl } from "next-intl/server";
import type { Words, WordsPath } from "./words.ts";

/** next-intl's function for the server, typed by its one namespace. */
export async function getTranslations<const Path extends WordsPath>(path: Path): Promise<Words<Path>> {
  // The same function at run time; next-intl's own type would take the compiler too long, see `Words`.
  return getNextIntl(path as never);
}
