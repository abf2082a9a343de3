"use client";

import { ListChecks, Plus, Vote } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { QuickAdd, useIsAdding } from "../_base/rows/quick-add.tsx";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { IdeaLine } from "./idea-line.tsx";
import { openDecisionOf } from "../_base/rows/use-open-decision.ts";

/**
 * The list of all stops without a day, with their votes. Several can be selected for a decision; then the selection
 * replaces `hint`.
 */
export function IdeaList({ hint }: { hint: ReactNode }) {
  const t = useTranslations("trip-decisions");
  const tTrip = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  const ideas = stopsOf(usePlan().byDay, null);
  const adding = useIsAdding(null);
  const { picked, selection, start, stop } = useSelection(ideas.map(({ id }) => id));
  const selects = edit && picked !== null;

  function ask() {
    view.set({ dialog: { decisionId: null, candidates: picked ?? [] } });
    stop();
  }

  return (
    <section aria-labelledby="all-ideas-head" className="mt-5">
      <header className="flex h-11 items-center gap-2 pr-1 pl-3">
        <h2 id="all-ideas-head" className="text-lg font-semibold">
          {t("ideas")}
        </h2>
        {ideas.length > 0 ? <span className="text-xs text-text-3">{ideas.length}</span> : null}
        <span className="flex-1" />
        {edit && !selects && ideas.length > 1 ? (
          <Button tone="plain" size="sm" icon={ListChecks} className="text-text-2" onClick={start}>
            {t("select")}
          </Button>
        ) : null}
        {edit && !selects ? (
          <Button
            tone="plain"
            size="sm"
            icon={Plus}
            className="text-text-2"
            onClick={() => view.set({ addTo: null })}
          >
            {tTrip("addIdea")}
          </Button>
        ) : null}
      </header>
      <ol>
        {ideas.map((idea) => (
          <IdeaLine key={idea.id} stop={idea} selection={selects ? selection : undefined} />
        ))}
      </ol>
      {adding && !selects ? <QuickAdd dayId={null} number={null} /> : null}
      {selects ? null : hint}
      {selects ? (
        <div
          role="group"
          aria-label={t("select")}
          className="sticky -bottom-6 z-2 mt-2 flex min-h-12 flex-wrap items-center gap-2 rounded-md bg-raised py-2 pr-2 pl-3 shadow-2 [--ground:var(--color-raised)]"
        >
          <span aria-live="polite" className="min-w-0 flex-1 text-sm text-text-2">
            {t("selected", { count: picked.length })}
          </span>
          <Button tone="plain" size="sm" onClick={stop}>
            {t("cancel")}
          </Button>
          <Button size="sm" icon={Vote} disabled={picked.length < 2} onClick={ask}>
            {t("ask")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/**
 * Returns the selected ideas in the list's order; null while no selection is made. Ideas that no longer exist are
 * dropped from the selection.
 */
function useSelection(ideaIds: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const decisions = useTrip((trip) => trip.decisions);
  const isFree = (id: string) => openDecisionOf(decisions, id) === null;
  const picked = chosen && ideaIds.filter((id) => chosen.has(id) && isFree(id));
  return {
    picked,
    selection: {
      has: (stopId: string) => picked?.includes(stopId) ?? false,
      toggle: (stopId: string) =>
        setChosen((before) => {
          const next = new Set(before);
          if (!next.delete(stopId)) next.add(stopId);
          return next;
        }),
    },
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
  };
}
