"use client";

import { FilePen } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useView, useViewState } from "../../_base/view.tsx";

/** A button with the number of open suggestions; on a phone the menu contains it. */
export function SuggestionsButton() {
  const t = useTranslations("trip");
  const view = useView();
  const open = useViewState(({ suggestions }) => suggestions);
  const count = useTrip((trip) => trip.suggestions.length);
  if (count === 0 && !open) return null;
  const label = t("suggestionsOpen", { count });
  return (
    <Button
      tone={open ? "secondary" : "plain"}
      icon={FilePen}
      aria-label={label}
      title={label}
      aria-expanded={open}
      className="px-2! text-accent-text phone:hidden"
      onClick={() => (open ? view.closeDetails() : view.openSuggestions())}
    >
      {count > 0 ? count : null}
    </Button>
  );
}
