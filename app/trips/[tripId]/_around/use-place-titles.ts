import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { SeenPlace } from "./seen-place.ts";

/** What a place on the map is called and what it is, in the reader's words. */
export function usePlaceTitles() {
  const t = useTranslations("map");
  const places = useTranslations("places");
  const sortOf = ({ category, sort }: SeenPlace) => {
    if (sort) return t(`around.one.${sort}`);
    return category ? places(`category.${category}`) : places("kind.poi");
  };
  return {
    title: (place: SeenPlace) => place.name ?? sortOf(place),
    /** "Restaurant · Chez Léa": what it is, and its name there. */
    line: (place: SeenPlace) =>
      [place.name === null ? null : sortOf(place), place.localName].filter(Boolean).join(" · "),
  };
}
