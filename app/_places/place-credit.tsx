import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

type PlaceCreditProps = {
  places: readonly PlaceDto[];
  /** Whether the map search did not answer. */
  isPartial?: boolean;
};

/** The credits of the places' data, each once, and a note when places may be missing; nothing for a pasted point. */
export function PlaceCredit({ places, isPartial = false }: PlaceCreditProps) {
  const t = useTranslations("places");
  const credits = new Set(places.flatMap(({ attribution }) => attribution.split(" · ").filter(Boolean)));
  if (credits.size === 0 && !isPartial) return null;
  return (
    <div className="px-3 pt-1 pb-1.5 text-xs text-text-3">
      {isPartial ? <p className="text-text-2">{t("partial")}</p> : null}
      {credits.size === 0 ? null : <p>{[...credits].join(" · ")}</p>}
    </div>
  );
}
