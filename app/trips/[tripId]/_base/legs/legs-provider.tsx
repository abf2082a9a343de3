"use client";

import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from "react";
import { useSaveState, useTrip, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { systemClock } from "#lib/shared/clock.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { timedWaypoints, waypoints } from "#lib/shared/legs.ts";
import type { OfferedServices } from "#lib/shared/offered-services.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { usePlan } from "../plan-data.tsx";
import { stopsOf } from "../../_model/plan/plan-model.ts";
import { useViewState } from "../view.tsx";
import { fetchLegs, type TimetableCredit, type FetchedLegs, legKeys, createLegLookup } from "./known-legs.ts";
import { LegRequests } from "./leg-requests.ts";
import { LegContext } from "./leg-context.ts";

const NONE: FetchedLegs = { known: new Map(), attribution: null, timetableCredit: null };
/** How many days before and after the day in view are requested; a large screen shows that many. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 4;

interface Routing {
  hasRouter: boolean;
  attribution: string | null;
  timetableCredit: TimetableCredit | null;
}

const RouterContext = createContext<Routing>({ hasRouter: false, attribution: null, timetableCredit: null });

/** Returns whether a routing service is configured, and the credits of its map and timetables. */
export function useRouting() {
  return use(RouterContext);
}

type Asked = Pick<OfferedServices, "router" | "timetables">;

/** Provides legs: first estimates, then those of the routing service and the timetables when they are loaded. */
export function LegsProvider({ router: hasRouter, timetables, children }: Asked & { children: ReactNode }) {
  const { known, attribution, timetableCredit } = useToldWays({ router: hasRouter, timetables });
  const wayOf = useMemo(() => createLegLookup(known), [known]);
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

/** Returns the keys of the day's legs that the service may know more about than the client; "" if there are none. */
function questionOf(stops: readonly StopDto[], day: DayDto, tripZone: string, asked: Asked): string {
  const points = timedWaypoints(stops, { date: day.date, zone: day.timezone ?? tripZone });
  const isAsked = asked.router || (asked.timetables && points.some(({ ride }) => ride));
  if (!isAsked) return "";
  // Without timetables the departures do not matter, so the keys leave them out.
  return legKeys(asked.timetables ? points : waypoints(stops)).join("\n");
}

/**
 * Returns the legs of the days around the day in view; a day is requested again when it changes. Failures are not
 * reported, because estimates remain.
 */
function useToldWays({ router, timetables }: Asked): FetchedLegs {
  const [told, setTold] = useState(NONE);
  const { store } = useTripSession();
  const tripZone = useTrip((trip) => trip.timezone);
  const isAsked = router || timetables;
  // The request waits until all changes are saved, because the service answers for the saved plan only.
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
      const { ways, isPending, ...named } = await fetchLegs({ tripId: store.id, dayId }, signal);
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
