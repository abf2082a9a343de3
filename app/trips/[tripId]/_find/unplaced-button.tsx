"use client";

import { MapPinOff } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { useUnplacedCount } from "./unplaced-stops.ts";

/** A button with the number of stops without a place; it opens the dialog that finds places for them. */
export function UnplacedButton() {
  const t = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  const count = useUnplacedCount();
  if (!edit || count === 0) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => view.set({ dialog: "findPlaces" })}
      className="flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap text-text-3 transition-colors hover:bg-hover touch:h-11 touch:px-2"
    >
      <Icon of={MapPinOff} size={14} />
      {t("find.open", { count })}
    </button>
  );
}
