"use client";

import { useTranslations } from "next-intl";
import { Suspense, useEffect, useRef } from "react";
import { cx } from "#app/_ui/cx.ts";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { TripHeader } from "../_header/trip-header.tsx";
import { IdeasTray } from "../_ideas/ideas-tray.tsx";
import { UndatedPlan } from "../_ideas/undated-plan.tsx";
import { DayLinks } from "../_plan/day-links.tsx";
import { usePlan } from "../_plan/plan-data.tsx";
import { Plan } from "../_plan/plan.tsx";
import { useRowEvents } from "../_plan/use-row-events.ts";
import { Announcer } from "./announcer.tsx";
import { ActivityPanel, LazyParts } from "./lazy-parts.tsx";
import { LostTexts } from "./lost-texts.tsx";
import { MapPane } from "./map-pane.tsx";
import { useMay } from "./may.tsx";
import { Notices } from "./notices.tsx";
import { RowConflicts } from "./row-conflicts.tsx";
import { TripBanner } from "./trip-banner.tsx";
import { BottomBar, TripTabs } from "./trip-tabs.tsx";
import { useTripKeys } from "./use-trip-keys.ts";
import { useView, useViewState } from "./view.tsx";

/** Header, plan, map and drawer on wide screens; one of plan, map and activity at a time on a phone. */
export function TripFrame({ mapStyleUrl }: { mapStyleUrl: string | null }) {
  const t = useTranslations("trip");
  const { edit } = useMay();
  const tripId = useTrip((trip) => trip.id);
  const { days } = usePlan();
  const pane = useViewState((view) => view.pane);
  const isPhone = useIsPhone();
  const root = useRef<HTMLElement>(null);
  const planScroller = useRef<HTMLDivElement>(null);
  const ideasScroller = useRef<HTMLDivElement>(null);
  const rowEvents = useRowEvents(edit);
  const goToDay = useGoToDay(root);
  const dated = days.length > 0;
  const showsActivity = pane === "activity";
  useTripKeys();
  useToastPlace();
  useTitle();
  return (
    <div className="grid h-dvh grid-cols-[clamp(376px,49vw,528px)_minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] overflow-hidden bg-paper phone:flex phone:flex-col">
      <TripHeader />
      <div className="col-span-full shrink-0">
        <TripBanner />
        <RowConflicts entityId={tripId} className="border-b border-line px-4 pb-1.5 md:pl-14" />
      </div>
      {dated && !showsActivity ? (
        <div className="shrink-0 md:hidden">
          <DayLinks look="strip" onPick={goToDay} />
        </div>
      ) : null}
      <main
        ref={root}
        id="content"
        tabIndex={-1}
        {...rowEvents}
        className={cx(
          "row-start-3 flex min-h-0 flex-col bg-paper outline-none focus-visible:shadow-none phone:flex-1",
          pane === "map" && "phone:hidden",
        )}
      >
        <TripTabs />
        <div className={cx("flex min-h-0 flex-1", showsActivity && "hidden")}>
          {dated ? (
            <>
              <div className="w-11 shrink-0 phone:hidden">
                <DayLinks look="rail" onPick={goToDay} />
              </div>
              <div className="min-w-0 flex-1">
                <Plan scroller={planScroller} />
              </div>
            </>
          ) : (
            <UndatedPlan scroller={planScroller} />
          )}
        </div>
        {dated && !showsActivity ? <IdeasTray scroller={ideasScroller} /> : null}
        {showsActivity ? (
          <div className="min-h-0 flex-1">
            <Suspense>
              <ActivityPanel />
            </Suspense>
          </div>
        ) : null}
      </main>
      <section
        // On a phone it stands in for the plan, which is hidden then.
        role={isPhone && pane === "map" ? "main" : undefined}
        aria-label={t("map")}
        className={cx("row-start-3 min-w-0 phone:min-h-0 phone:flex-1", pane !== "map" && "phone:hidden")}
      >
        <MapPane styleUrl={mapStyleUrl} onPickDay={goToDay} />
      </section>
      <BottomBar />
      <LazyParts root={root} plan={planScroller} ideas={ideasScroller} />
      <Notices />
      <LostTexts />
      <Announcer />
    </div>
  );
}

/** Brings a day to the top of the plan; the map follows by itself. */
function useGoToDay(root: { current: HTMLElement | null }) {
  const view = useView();
  return (dayId: string) => {
    root.current?.querySelector(`[data-day="${dayId}"]`)?.scrollIntoView({ block: "start" });
    // A short last day never reaches the top: what was asked for counts, not what the scroll position says.
    requestAnimationFrame(() => requestAnimationFrame(() => view.set({ activeDayId: dayId })));
  };
}

/** The tab follows a new title. */
function useTitle() {
  const title = useTrip((trip) => trip.title);
  useEffect(() => {
    document.title = `${title} · Wayfare`;
  }, [title]);
}

/** Toasts stand bottom left of the map; on a phone above the bars. */
function useToastPlace() {
  const phone = useIsPhone();
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--toast-left", phone ? "16px" : "calc(clamp(376px, 49vw, 528px) + 12px)");
    style.setProperty("--toast-bottom", phone ? "calc(120px + var(--safe-bottom))" : "56px");
    return () => {
      style.removeProperty("--toast-left");
      style.removeProperty("--toast-bottom");
    };
  }, [phone]);
}
