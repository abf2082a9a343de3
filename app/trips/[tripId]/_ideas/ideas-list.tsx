"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Fragment } from "react";
import { Button } from "#app/_ui/button.tsx";
import { DropSlot, useMovingId, useSlotIndex } from "../_base/rows/drop-slot.tsx";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { QuickAdd } from "../_base/rows/quick-add.tsx";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { IdeaRow } from "../_base/rows/idea-row.tsx";

type IdeasListProps = {
  adding: boolean;
  /** The maximum number of rows; null for all. */
  limit: number | null;
  /** Whether the list stands alone, without days; then it has no explanation and no button of its own. */
  alone?: boolean;
};

export function IdeasList({ adding, limit, alone = false }: IdeasListProps) {
  const t = useTranslations("trip");
  const view = useView();
  const { change } = useMay();
  const ideas = stopsOf(usePlan().byDay, null);
  const slot = useSlotIndex(null);
  const movingId = useMovingId();
  const others = slot < 0 ? [] : ideas.filter(({ id }) => id !== movingId);
  const before = others[slot]?.id;
  const open = <DropSlot number={null} />;
  return (
    <>
      {ideas.length === 0 && slot < 0 && !adding ? (
        <p className="px-3 pb-3 text-sm text-text-3">
          {change && !alone ? t("noIdeas") : t("noIdeasViewer")}
        </p>
      ) : null}
      <ol>
        {ideas.slice(0, limit ?? ideas.length).map((stop) => (
          <Fragment key={stop.id}>
            {slot >= 0 && stop.id === before ? open : null}
            <IdeaRow stop={stop} />
          </Fragment>
        ))}
        {slot >= 0 && slot >= others.length ? open : null}
      </ol>
      {adding ? (
        <QuickAdd dayId={null} number={null} />
      ) : change && !alone ? (
        <Button
          tone="plain"
          icon={Plus}
          className="ml-0.5 text-text-2 md:hidden"
          onClick={() => view.set({ addTo: null })}
        >
          {t("addIdea")}
        </Button>
      ) : null}
    </>
  );
}
