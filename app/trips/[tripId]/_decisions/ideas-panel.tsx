"use client";

import { Lightbulb, Plus, Vote } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useIsAdding } from "../_base/rows/quick-add.tsx";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { DecidedRow } from "./decided-row.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { IdeaList } from "./idea-list.tsx";

/** The panel of open decisions, ideas and closed decisions. */
export default function IdeasPanel() {
  const t = useTranslations("trip-decisions");
  const decisions = useTrip((trip) => trip.decisions);
  const ideas = stopsOf(usePlan().byDay, null);
  const adding = useIsAdding(null);
  const open = decisions.filter(({ status }) => status !== "closed").toSorted(bySoonest);
  const decided = decisions.filter(({ status }) => status === "closed").toSorted(byNewest);
  const isEmpty = decisions.length === 0 && ideas.length === 0 && !adding;
  return (
    <div className="h-full overflow-y-auto overscroll-contain pr-3 pb-8 pl-11 [--ground:var(--color-paper)] phone:px-2">
      <h2 className="sr-only">{t("title")}</h2>
      {isEmpty ? <Empty /> : null}
      {open.length > 0 ? (
        <section aria-labelledby="open-head">
          <Head id="open-head" title={t("open")} count={open.length} action={<Ask tone="plain" />} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 phone:px-1">
            {open.map((decision) => (
              <DecisionCard key={decision.id} decision={decision} />
            ))}
          </div>
        </section>
      ) : null}
      {isEmpty ? null : <IdeaList hint={open.length === 0 && ideas.length > 1 ? <NextStep /> : null} />}
      {decided.length > 0 ? (
        <section aria-labelledby="decided-head" className="mt-5">
          <Head id="decided-head" title={t("decided")} count={decided.length} />
          <ol>
            {decided.map((decision) => (
              <DecidedRow key={decision.id} decision={decision} />
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  );
}

type HeadProps = { id: string; title: string; count: number; action?: ReactNode };

function Head({ id, title, count, action }: HeadProps) {
  return (
    <header className="flex h-11 items-center gap-2 pr-1 pl-3">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <span className="flex-1 text-xs text-text-3">{count}</span>
      {action}
    </header>
  );
}

function Empty() {
  const t = useTranslations("trip-decisions");
  const tTrip = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  return (
    <EmptyState
      icon={Lightbulb}
      title={t("emptyTitle")}
      action={
        edit ? (
          <Button icon={Plus} onClick={() => view.set({ addTo: null })}>
            {tTrip("addIdea")}
          </Button>
        ) : null
      }
    >
      {edit ? t("emptyText") : t("emptyViewer")}
    </EmptyState>
  );
}

/** Explains decisions to a group that only collects ideas so far. */
function NextStep() {
  const t = useTranslations("trip-decisions");
  const { edit } = useMay();
  if (!edit) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 px-3 text-sm text-text-3">
      <p className="min-w-48 flex-1">{t("noneOpen")}</p>
      <Ask tone="secondary" />
    </div>
  );
}

/** A button for a new decision without candidates. */
function Ask({ tone }: { tone: "plain" | "secondary" }) {
  const t = useTranslations("trip-decisions");
  const view = useView();
  const { edit } = useMay();
  if (!edit) return null;
  return (
    <Button
      size="sm"
      tone={tone}
      icon={Vote}
      onClick={() => view.set({ dialog: { decisionId: null, candidates: [] } })}
    >
      {t("ask")}
    </Button>
  );
}

type Row = { id: string; deadline: string | null; closedAt: string | null };

/** Sorts by deadline, the earliest first; decisions without a deadline come last. */
function bySoonest(a: Row, b: Row): number {
  const [left, right] = [a.deadline ?? "~", b.deadline ?? "~"];
  if (left === right) return a.id < b.id ? -1 : 1;
  return left < right ? -1 : 1;
}

function byNewest(a: Row, b: Row): number {
  return (a.closedAt ?? "") < (b.closedAt ?? "") ? 1 : -1;
}
