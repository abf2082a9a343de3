import { useTranslations as useNextIntl } from "next-intl";
import type { Words, WordsPath } from "./words.ts";

/** next-intl's hook, typed by its one namespace. */
export function useTranslations<const Path extends WordsPath>(path: Path): Words<Path> {
  // The same function at run time; see `Words`.
  return useNextIntl(path as never);
}
