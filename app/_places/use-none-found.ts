"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { FoundPlaces } from "#lib/client/places/places.ts";
import { useIsEmbeddedSearch } from "./place-source.tsx";

interface Ways {
  /** Whether the field accepts the typed text as a name without a place. */
  keepsName: boolean;
  /** Whether there is a map on which the user can choose a point. */
  hasMap: boolean;
}

/** Returns the text for a search without results, with the possible next steps; null until the result is known. */
export function useNoResultsText(
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
