"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { CodeLoadFailure } from "#app/_shell/code-load-failure.tsx";
import { cx } from "#app/_ui/cx.ts";
import { TOASTS_ID } from "#app/_ui/toast-host.tsx";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { useTrip, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { TripHeader } from "./header/trip-header.tsx";
import { IdeasTray } from "../_ideas/ideas-tray.tsx";
import { UndatedPlan } from "../_ideas/undated-plan.tsx";
import { PlanBar } from "./plan-bar.tsx";
import { DayLinks } from "../_plan/day-links.tsx";
import { Plan } from "../_plan/plan.tsx";
import { useRowEvents } from "../_plan/use-row-events.ts";
import { Announcer } from "../_base/announcer.tsx";
import {
  ActivityPanel,
  BookingsPanel,
  IdeasPanel,
  LazyParts,
  ListsPanel,
  MoneyPanel,
  PastBar,
} from "./lazy-parts.tsx";
import { LostTexts } from "./lost-texts.tsx";
import { MapPane } from "./map-pane.tsx";
import { useMay } from "../_base/may.tsx";
import { ClockNotice } from "./clock-notice.tsx";
import { Notices } from "./notices.tsx";
import { RowConflicts } from "../_base/fields/row-conflicts.tsx";
import { TripBanner } from "./trip-banner.tsx";
import { BottomBar, TripTabs } from "./trip-tabs.tsx";
import { useGoToDay } from "../_base/use-go-to-day.ts";
import { useTripKeys } from "./use-trip-keys.ts";
import { useView, useViewState } from "../_base/view.tsx";
import type { Pane } from "../_base/view-url.ts";

/** The panels that are shown instead of the plan. */
const PANELS: Partial<Record<Pane, typeof ActivityPanel>> = {
  bookings: BookingsPanel,
  money: MoneyPanel,
  ideas: IdeasPanel,
  lists: ListsPanel,
  activity: ActivityPanel,
};

/** Lays out the page: on wide screens header, plan, map and drawer; on a phone one of the panes at a time. */
export function TripFrame({ mapSources }: { mapSources: MapSources }) {
  const { change } = useMay();
  const tripId = useTrip((trip) => trip.id);
  const dated = useTrip((trip) => trip.days.length > 0);
  const pane = useViewState((view) => view.pane);
  const root = useRef<HTMLElement>(null);
  const planScroller = useRef<HTMLDivElement>(null);
  const ideasScroller = useRef<HTMLDivElement>(null);
  const rowEvents = useRowEvents(change);
  const goToDay = useGoToDay();
  const Panel = PANELS[pane];
  const isWhole = pane === "money";
  const { isPast, isComing, stay } = usePast();
  const hasBookings = useTrip((trip) => trip.reservations.length > 0);
  const hasBar = dated && (!Panel || (pane === "bookings" && hasBookings));
  useTitle();
  return (
    <div className="grid h-dvh grid-cols-[clamp(376px,49vw,528px)_minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] overflow-hidden bg-paper phone:flex phone:flex-col">
      <TripHeader hasStreets={mapSources.tilesUrl !== null} />
      <div className="col-span-full shrink-0">
        {isPast ? <PastBar onMissing={stay} /> : null}
        <TripBanner />
        <RowConflicts entityId={tripId} className="border-b border-line px-4 pb-1.5 md:pl-14" />
      </div>
      {dated && !Panel ? (
        <div className="shrink-0 md:hidden">
          <DayLinks look="strip" onPick={goToDay} />
        </div>
      ) : null}
      {hasBar ? <PlanBar className="bg-paper px-2 md:hidden" /> : null}
      <main
        ref={root}
        id="content"
        tabIndex={-1}
        aria-busy={isComing}
        {...rowEvents}
        className={cx(
          "row-start-3 flex min-h-0 flex-col bg-paper outline-none focus-visible:shadow-none phone:flex-1",
          isWhole && "col-span-full",
          pane === "map" && "phone:hidden",
          // Until the past state is loaded, the present one is shown dimmed.
          isComing && "opacity-50",
        )}
      >
        <TripTabs />
        {hasBar ? <PlanBar className="pr-4 pl-12 phone:hidden" /> : null}
        <div className={cx("flex min-h-0 flex-1", Panel && "hidden")}>
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
        {dated && !Panel ? <IdeasTray scroller={ideasScroller} /> : null}
        {Panel ? (
          <div className="min-h-0 flex-1">
            <Suspense>
              <Panel missing={CodeLoadFailure} />
            </Suspense>
          </div>
        ) : null}
      </main>
      <MapSide>
        <MapPane sources={mapSources} onPickDay={goToDay} />
      </MapSide>
      {/* React sends the content of a Suspense boundary after all else, so this element marks the end of the
          page; the layout's blocking link waits for it. */}
      <Suspense>
        <BottomBar />
        <i id="page-end" hidden />
      </Suspense>
      <LazyParts mapSources={mapSources} root={root} plan={planScroller} ideas={ideasScroller} />
      <Notices />
      <ClockNotice />
      <LostTexts />
      <Announcer />
      <TripKeys />
      <ToastPlace isWhole={isWhole} />
    </div>
  );
}

/**
 * The side of the page with the map. Only this component reads the width of the screen: the server does not know the
 * width, and a phone would render the whole page twice.
 */
function MapSide({ children }: { children: ReactNode }) {
  const t = useTranslations("trip");
  const pane = useViewState((view) => view.pane);
  const isPhone = useIsPhone();
  return (
    <section
      // On a phone the map replaces the plan as the main content.
      role={isPhone && pane === "map" ? "main" : undefined}
      aria-label={t("map")}
      className={cx(
        "row-start-3 min-w-0 phone:min-h-0 phone:flex-1",
        pane !== "map" && "phone:hidden",
        pane === "money" && "hidden",
      )}
    >
      {children}
    </section>
  );
}

/**
 * Handles the keyboard. It is a component of its own, because it renders on every change of the plan and the page
 * must not.
 */
function TripKeys() {
  useTripKeys();
  return null;
}

/** Returns whether the past view is shown. If its code cannot be loaded, the page stays in the present. */
function usePast() {
  const view = useView();
  const isPast = useViewState(({ past }) => past !== null);
  const { store } = useTripSession();
  const tell = useCodeLoadFailureToast();
  function stay() {
    view.showPast(null);
    tell();
  }
  return { isPast, isComing: isPast && !store.isPast, stay };
}

/** Sets the title of the browser's tab to the trip's title. */
function useTitle() {
  const title = useTrip((trip) => trip.title);
  useEffect(() => {
    document.title = `${title} · Wayfare`;
  }, [title]);
}

/** Positions toasts at the bottom left of the map, or of the pane that fills the page; on a phone above the bars. */
function ToastPlace({ isWhole }: { isWhole: boolean }) {
  const phone = useIsPhone();
  useEffect(() => {
    const style = document.getElementById(TOASTS_ID)?.style;
    if (!style) return undefined;
    const besidePlan = "calc(clamp(376px, 49vw, 528px) + 12px)";
    style.setProperty("--toast-left", phone || isWhole ? "16px" : besidePlan);
    style.setProperty("--toast-bottom", phone ? "calc(120px + var(--safe-bottom))" : "56px");
    return () => {
      style.removeProperty("--toast-left");
      style.removeProperty("--toast-bottom");
    };
  }, [phone, isWhole]);
  return null;
}
