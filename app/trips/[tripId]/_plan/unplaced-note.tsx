"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";

/** A note in the row of a stop without a place, with a button to find one. */
export function UnplacedNote() {
  const t = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  return (
    <span className="shrink-0">
      {t("unplaced")}
      {edit ? (
        <>
          {" · "}
          <TextButton className="relative z-1" onClick={() => view.set({ dialog: "findPlaces" })}>
            {t("find.it")}
          </TextButton>
        </>
      ) : null}
    </span>
  );
}
