import { useTranslations as useNextIntl } from "next-intl";
import type { Translator, TranslationPath } from "./translator.ts";

/** The hook of next-intl, with the type of one namespace. */
export function useTranslations<const Path extends TranslationPath>(path: Path): Translator<Path> {
  // At run time this is next-intl's own hook. Its type would take the compiler too long, so `Translator` replaces it.
  return useNextIntl(path as never);
}
