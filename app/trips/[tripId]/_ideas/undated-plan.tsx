"use client";

import { CalendarPlus, Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { RefObject } from "react";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { IDEAS_LIST } from "../_base/drag/drop-at.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useIsAdding } from "../_base/rows/quick-add.tsx";
import { IdeasList } from "./ideas-list.tsx";

/** A trip without dates: its list of ideas, with the next step above. */
export function UndatedPlan({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const t = useTranslations("trip");
  const view = useView();
  const { change } = useMay();
  const ideas = stopsOf(usePlan().byDay, null);
  const adding = useIsAdding(null);
  return (
    <div
      ref={scroller}
      className="min-w-0 flex-1 overflow-y-auto overscroll-contain pr-3 pb-6 pl-11 [--ground:var(--color-paper)] phone:px-1"
    >
      <div>
        {change ? (
          <section className="px-3 pt-4 pb-6">
            <h2 className="text-lg font-semibold">
              {ideas.length > 0 ? t("undated.title") : t("undated.emptyTitle")}
            </h2>
            <p className="mt-1 text-text-2">{t("undated.text")}</p>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button icon={CalendarPlus} onClick={() => view.set({ dialog: "dates" })}>
                {t("addDates")}
              </Button>
              <Button tone="plain" icon={Plus} onClick={() => view.set({ addTo: null })}>
                {t("addIdea")}
              </Button>
            </div>
          </section>
        ) : null}
        <section data-list={IDEAS_LIST} aria-labelledby="ideas-head">
          <header className={cx("flex h-11 items-center gap-2 px-3", !change && "mt-2")}>
            <h2 id="ideas-head" className="text-lg font-semibold">
              {t("ideas")}
            </h2>
            {ideas.length > 0 ? <span className="text-xs text-text-3">{ideas.length}</span> : null}
          </header>
          <IdeasList adding={adding} limit={null} alone />
        </section>
      </div>
    </div>
  );
}
