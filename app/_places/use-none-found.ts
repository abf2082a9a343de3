"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { FoundPlaces } from "#lib/client/places.ts";
import { useIsEmbeddedSearch } from "./place-source.tsx";

interface Ways {
  /** What was typed can stay as a name. */
  keepsName: boolean;
  /** There is a map to put it on. */
  hasMap: boolean;
}

/** What to say where nothing is found, and what one can do then; null as long as that is not known. */
export function useNoneFound(
  { problem, isFailed, isAnswered, isPartial }: Omit<FoundPlaces, "places">,
  ways: Ways,
): string | null {
  const t = useTranslations("places");
  const isEmbedded = useIsEmbeddedSearch();
  if (problem !== null) return t(`link.${problem}`);
  if (isFailed) return t("failed");
  if (!isAnswered) return null;
  const found = isPartial ? "nonePartial" : isEmbedded ? "noneEmbedded" : "none";
  return t(found, {
    ways: t("ways", { keeps: String(ways.keepsName), map: String(ways.hasMap) }),
  });
}
