"use client";

import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from "react";
import { useSaveState, useTrip, useTripSession } from "#lib/client/trip-context.tsx";
import { systemClock } from "#lib/shared/clock.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { timedWaypoints, waypoints } from "#lib/shared/legs.ts";
import type { OfferedServices } from "#lib/shared/offered-services.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { usePlan } from "../_plan/plan-data.tsx";
import { stopsOf } from "../_plan/plan-model.ts";
import { useViewState } from "../_shell/view.tsx";
import { fetchWays, type TimetableCredit, type ToldWays, wayKeys, wayOfKnown } from "./known-ways.ts";
import { LegRequests } from "./way-questions.ts";
import { LegContext } from "./way-of.ts";

const NONE: ToldWays = { known: new Map(), attribution: null, timetableCredit: null };
/** Around the day in view: above it, and below it as far as a large screen shows. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 4;

interface Routing {
  hasRouter: boolean;
  attribution: string | null;
  timetableCredit: TimetableCredit | null;
}

const RouterContext = createContext<Routing>({ hasRouter: false, attribution: null, timetableCredit: null });

/** Whether a routing server is configured, so that ways are more than estimates, and whose map and timetables they go by. */
export function useRouting() {
  return use(RouterContext);
}

type Asked = Pick<OfferedServices, "router" | "timetables">;

/** Ways as estimates at once, and as a router or a timetable tells them once it has. */
export function LegsProvider({ router: hasRouter, timetables, children }: Asked & { children: ReactNode }) {
  const { known, attribution, timetableCredit } = useToldWays({ router: hasRouter, timetables });
  const wayOf = useMemo(() => wayOfKnown(known), [known]);
  const routing = useMemo(
    () => ({ hasRouter, attribution, timetableCredit }),
    [hasRouter, attribution, timetableCredit],
  );
  return (
    <RouterContext value={routing}>
      <LegContext value={wayOf}>{children}</LegContext>
    </RouterContext>
  );
}

/** What of a day's ways the service can tell more of than the page; "" for nothing. */
function questionOf(stops: readonly StopDto[], day: DayDto, tripZone: string, asked: Asked): string {
  const points = timedWaypoints(stops, { date: day.date, zone: day.timezone ?? tripZone });
  const isAsked = asked.router || (asked.timetables && points.some(({ ride }) => ride));
  if (!isAsked) return "";
  // When one leaves changes nothing for a router.
  return wayKeys(asked.timetables ? points : waypoints(stops)).join("\n");
}

/** Of the days around the one in view, asked for again when one of them changes. Failures are silent: estimates do. */
function useToldWays({ router, timetables }: Asked): ToldWays {
  const [told, setTold] = useState(NONE);
  const { store } = useTripSession();
  const tripZone = useTrip((trip) => trip.timezone);
  const isAsked = router || timetables;
  // What is on its way to the service is not yet what it would tell of.
  const isSaved = useSaveState() === "saved";
  const { days, byDay } = usePlan();
  const activeDayId = useViewState((view) => view.activeDayId);
  const at = Math.max(
    0,
    days.findIndex(({ id }) => id === activeDayId),
  );
  const near = days.slice(Math.max(0, at - DAYS_BEFORE), at + DAYS_AFTER + 1);
  const wanted = isAsked
    ? near.map(
        (day) => [day.id, questionOf(stopsOf(byDay, day.id), day, tripZone, { router, timetables })] as const,
      )
    : [];
  const question = JSON.stringify(wanted);
  const questions = useMemo(() => {
    async function ask(dayId: string, signal: AbortSignal): Promise<{ isPending: boolean }> {
      const { ways, isPending, ...named } = await fetchWays({ tripId: store.id, dayId }, signal);
      if (ways.length === 0) return { isPending };
      startTransition(() =>
        setTold(({ known, attribution, timetableCredit }) => ({
          known: new Map([...known, ...ways]),
          attribution: named.attribution ?? attribution,
          timetableCredit: named.timetableCredit ?? timetableCredit,
        })),
      );
      return { isPending };
    }
    return new LegRequests({ clock: systemClock, ask });
  }, [store]);

  useEffect(() => {
    if (!isAsked || !isSaved || store.isPast) return undefined;
    const asking = questions.want(JSON.parse(question) as typeof wanted);
    window.addEventListener("online", asking.again);
    return () => {
      window.removeEventListener("online", asking.again);
      asking.end();
    };
  }, [isAsked, isSaved, store, question, questions]);
  return told;
}
