import { getTranslations as getNextIntl } from "next-intl/server";
import type { Translator, TranslationPath } from "./translator.ts";

/** The function of next-intl for the server, with the type of one namespace. */
export async function getTranslations<const Path extends TranslationPath>(
  path: Path,
): Promise<Translator<Path>> {
  // At run time this is next-intl's own function. Its type would take the compiler too long, so `Translator` replaces
  // it.
  return getNextIntl(path as never);
}
