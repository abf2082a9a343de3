"use client";

import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from "react";
import { useSaveState, useTripSession } from "#lib/client/trip-context.tsx";
import { systemClock } from "#lib/shared/clock.ts";
import { waypoints } from "#lib/shared/legs.ts";
import { usePlan } from "../_plan/plan-data.tsx";
import { stopsOf } from "../_plan/plan-model.ts";
import { useViewState } from "../_shell/view.tsx";
import { fetchWays, type ToldWays, wayKeys, wayOfKnown } from "./known-ways.ts";
import { WayQuestions } from "./way-questions.ts";
import { WayContext } from "./way-of.ts";

const NONE: ToldWays = { known: new Map(), attribution: null };
/** Around the day in view: above it, and below it as far as a large screen shows. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 4;

const RouterContext = createContext<{ hasRouter: boolean; attribution: string | null }>({
  hasRouter: false,
  attribution: null,
});

/** Whether a routing server is configured, so that ways are more than estimates, and whose map it goes by. */
export function useRouting() {
  return use(RouterContext);
}

/** Ways as estimates at once, and as a router tells them once it has. */
export function WaysProvider({ hasRouter, children }: { hasRouter: boolean; children: ReactNode }) {
  const { known, attribution } = useToldWays(hasRouter);
  const wayOf = useMemo(() => wayOfKnown(known), [known]);
  const router = useMemo(() => ({ hasRouter, attribution }), [hasRouter, attribution]);
  return (
    <RouterContext value={router}>
      <WayContext value={wayOf}>{children}</WayContext>
    </RouterContext>
  );
}

/** Of the days around the one in view, asked for again when one of them changes. Failures are silent: estimates do. */
function useToldWays(hasRouter: boolean): ToldWays {
  const [told, setTold] = useState(NONE);
  const { store } = useTripSession();
  // What is on its way to the service is not yet what it would tell of.
  const isSaved = useSaveState() === "saved";
  const { days, byDay } = usePlan();
  const activeDayId = useViewState((view) => view.activeDayId);
  const at = Math.max(
    0,
    days.findIndex(({ id }) => id === activeDayId),
  );
  const near = days.slice(Math.max(0, at - DAYS_BEFORE), at + DAYS_AFTER + 1);
  const wanted = hasRouter
    ? near.map(({ id }) => [id, wayKeys(waypoints(stopsOf(byDay, id))).join("\n")] as const)
    : [];
  const question = JSON.stringify(wanted);
  const questions = useMemo(() => {
    async function ask(dayId: string, signal: AbortSignal): Promise<{ isPending: boolean }> {
      const { ways, attribution: named, isPending } = await fetchWays({ tripId: store.id, dayId }, signal);
      if (ways.length === 0) return { isPending };
      startTransition(() =>
        setTold(({ known, attribution }) => ({
          known: new Map([...known, ...ways]),
          attribution: named ?? attribution,
        })),
      );
      return { isPending };
    }
    return new WayQuestions({ clock: systemClock, ask });
  }, [store]);

  useEffect(() => {
    if (!hasRouter || !isSaved || store.isPast) return undefined;
    const asking = questions.want(JSON.parse(question) as typeof wanted);
    window.addEventListener("online", asking.again);
    return () => {
      window.removeEventListener("online", asking.again);
      asking.end();
    };
  }, [hasRouter, isSaved, store, question, questions]);
  return told;
}
