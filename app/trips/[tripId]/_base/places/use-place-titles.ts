import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { SeenPlace } from "../../_model/places/seen-place.ts";

/** Returns functions that name a place on the map and its kind, in the reader's language. */
export function usePlaceTitles() {
  const t = useTranslations("map");
  const places = useTranslations("places");
  const sortOf = ({ category, sort }: SeenPlace) => {
    if (sort) return t(`around.one.${sort}`);
    return category ? places(`category.${category}`) : places("kind.poi");
  };
  return {
    title: (place: SeenPlace) => place.name ?? sortOf(place),
    /** Returns the kind and the local name, for example "Restaurant · Chez Léa". */
    line: (place: SeenPlace) =>
      [place.name === null ? null : sortOf(place), place.localName].filter(Boolean).join(" · "),
  };
}
