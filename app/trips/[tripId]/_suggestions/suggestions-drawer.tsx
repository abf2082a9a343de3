"use client";

import { FilePen, X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Drawer } from "#app/_ui/drawer.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useMay } from "../_base/may.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { AnsweredList } from "./answered-list.tsx";
import { DraftCard } from "./draft-card.tsx";
import { SuggestionCard } from "../_base/suggestions/suggestion-card.tsx";
import { useDraftCount } from "../_base/suggestions/use-suggested.ts";

/** The drawer with the suggestions to the editors, beside the plan; on a phone a sheet over it. */
export default function SuggestionsDrawer() {
  const t = useTranslations("trip-suggestions");
  const view = useView();
  const open = useViewState(({ suggestions }) => suggestions);
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) view.closeDetails();
      }}
      title={t("title")}
      className="phone:bg-surface"
      head={
        <>
          <span aria-hidden className="flex-1 text-sm font-medium text-text-3">
            {t("title")}
          </span>
          <IconButton label={t("close")} icon={X} onClick={view.closeDetails} />
        </>
      }
    >
      {open ? <Suggestions /> : null}
    </Drawer>
  );
}

function Suggestions() {
  const t = useTranslations("trip-suggestions");
  const { suggest } = useMay();
  const isPast = useViewState(({ past }) => past !== null);
  const suggestions = useTrip((trip) => trip.suggestions);
  const hasDraft = useDraftCount() > 0;
  const isEmpty = suggestions.length === 0 && (!hasDraft || isPast);
  return (
    <div className="pt-1 pb-6">
      {isPast ? null : <DraftCard />}
      {suggestions.length > 0 ? (
        <section aria-labelledby="open-suggestions">
          <h3 id="open-suggestions" className="px-4 pb-1.5 text-xs font-semibold text-text-3">
            {t("open")}
          </h3>
          {suggestions.map((suggestion, index) => (
            <SuggestionCard key={suggestion.id} suggestion={suggestion} isFirst={index === 0} />
          ))}
        </section>
      ) : null}
      {isEmpty ? (
        <EmptyState icon={FilePen} title={t("emptyTitle")} level={3}>
          {suggest ? t("emptyViewer") : t("emptyEditor")}
        </EmptyState>
      ) : null}
      <AnsweredList />
    </div>
  );
}
