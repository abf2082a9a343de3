"use client";

import { ChevronDown, ChevronUp, Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type RefObject } from "react";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useDragState } from "../_base/drag/drag-context.tsx";
import { IDEAS_LIST } from "../_base/drag/drop-at.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useIsAdding } from "../_base/rows/quick-add.tsx";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { IdeasList } from "./ideas-list.tsx";

/** The number of rows that are visible while the tray is closed; on a phone only its bar is. */
const PEEK = 2;

/** The tray with the stops without a day, always below the plan, where stops can be dropped. */
export function IdeasTray({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const t = useTranslations("trip");
  const view = useView();
  const { change } = useMay();
  const ideas = stopsOf(usePlan().byDay, null);
  const open = useViewState(({ ideasOpen }) => ideasOpen);
  const adding = useIsAdding(null);
  const aimed = useDragState(({ target }) => target !== null && target.dayId === null);
  const lifted = useDragState(({ movingId }) => movingId !== null);
  const expandable = ideas.length > PEEK || open;
  return (
    <section
      data-list={IDEAS_LIST}
      aria-labelledby="ideas-head"
      className={cx(
        "relative z-(--z-tray) border-t border-line bg-surface pl-11 phone:pr-1 phone:pl-1",
        aimed && "shadow-[inset_0_2px_0_var(--color-accent)]",
      )}
    >
      <header className="flex h-9.5 items-center gap-2 pr-4 pl-3 phone:h-12 phone:pr-0">
        <h2 id="ideas-head" className="font-semibold">
          {t("ideas")}
        </h2>
        {ideas.length > 0 ? <span className="text-xs text-text-3">{ideas.length}</span> : null}
        <WaitingForVote />
        <span className="flex-1" />
        {change ? (
          <Button
            tone="plain"
            size="sm"
            icon={Plus}
            className="text-text-2 phone:hidden"
            onClick={() => view.set({ addTo: null })}
          >
            {t("addIdea")}
          </Button>
        ) : null}
        <IconButton
          label={open ? t("closeIdeas") : t("openIdeas")}
          icon={open ? ChevronDown : ChevronUp}
          size="sm"
          aria-expanded={open}
          className={expandable ? "" : "md:hidden"}
          onClick={() => view.set({ ideasOpen: !open })}
        />
      </header>
      <div
        ref={scroller}
        className={cx(
          "overflow-y-auto overscroll-contain pr-3 phone:pr-0",
          open ? "max-h-[46vh] phone:max-h-[52dvh]" : "max-h-19 phone:hidden",
          open || adding ? "pb-2" : "",
          !open && ideas.length > 0 && "pb-1",
          lifted && open && "phone:max-h-[24dvh]",
        )}
      >
        <IdeasList adding={adding} limit={open || lifted || adding ? null : PEEK} />
      </div>
    </section>
  );
}

/** The text on a phone's closed bar, for example "2 waiting for your vote". */
function WaitingForVote() {
  const t = useTranslations("trip");
  const { join } = useMay();
  const { me } = usePeople();
  const ideas = stopsOf(usePlan().byDay, null);
  const open = useViewState(({ ideasOpen }) => ideasOpen);
  const waiting = ideas.filter(({ votes }) => !votes.some(({ memberId }) => memberId === me?.id)).length;
  if (!join || open || waiting === 0) return null;
  return (
    <span className="ml-2 truncate text-xs text-text-3 md:hidden">
      {t("waitingForVote", { count: waiting })}
    </span>
  );
}
