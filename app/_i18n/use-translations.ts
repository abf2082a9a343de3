import { useTranslations as useNextIntl } from "next-intl";
import type { Words, WordsPath } from "./words.ts";

/** The hook of next-intl, with the type of one namespace. */
export function useTranslations<const Path extends WordsPath>(path: Path): Words<Path> {
  // It is the same function at run time; see `Words`.
  return useNextIntl(path as never);
}
