import { getTranslations as getNextIntl } from "next-intl/server";
import type { Words, WordsPath } from "./words.ts";

/** The function of next-intl for the server, with the type of one namespace. */
export async function getTranslations<const Path extends WordsPath>(path: Path): Promise<Words<Path>> {
  // At run time this is next-intl's own function, whose type would take the compiler too long, see `Words`.
  return getNextIntl(path as never);
}
