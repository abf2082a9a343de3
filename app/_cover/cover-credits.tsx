"use client";

import { useMemo } from "react";
import { type ShownCredit, useCoverScope } from "#app/_cover/cover-scope.tsx";
import { MapCredit, PictureCredit } from "#app/_cover/credit-line.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useStore } from "#app/trips/[tripId]/_base/store.ts";

/**
 * The credits below a list of covers: those of the maps, and those of the pictures in a section that opens on a press.
 */
export function CoverCredits() {
  const t = useTranslations("covers");
  const { credits } = useCoverScope();
  const shown = useStore(credits, (state) => state.shown);
  const maps = useMemo(() => mapCredits([...shown.values()]), [shown]);
  const pictures = [...shown].flatMap(([id, each]) =>
    each.kind === "picture" ? { id, title: each.title, credit: each.credit } : [],
  );
  if (maps.length + pictures.length === 0) return null;
  return (
    <footer className="grid gap-1 px-3 pt-6 text-xs text-text-3">
      {maps.length > 0 ? <MapCredit credits={maps} /> : null}
      {pictures.length > 0 ? (
        <details>
          <summary className="w-fit cursor-pointer rounded-xs hover:underline touch:py-2">
            {t("pictures")}
          </summary>
          <ul className="grid gap-0.5 pt-1">
            {pictures.map(({ id, title, credit }) => (
              <li key={id}>
                <PictureCredit title={title} credit={credit} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </footer>
  );
}

/** Returns the credits of the maps, each once. */
function mapCredits(shown: readonly ShownCredit[]) {
  const all = shown.flatMap((each) => (each.kind === "map" ? each.credits : []));
  return [...new Map(all.map((credit) => [credit.text, credit])).values()];
}
