"use client";

import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSaveState, useTripSession } from "#lib/client/trip-context.tsx";
import { waypoints } from "#lib/shared/legs.ts";
import { usePlan } from "../_plan/plan-data.tsx";
import { stopsOf } from "../_plan/plan-model.ts";
import { useViewState } from "../_shell/view.tsx";
import { fetchWays, type ToldWays, wayKeys, wayOfKnown } from "./known-ways.ts";
import { WayContext } from "./way-of.ts";

const NONE: ToldWays = { known: new Map(), attribution: null };
const UNTOLD: Awaited<ReturnType<typeof fetchWays>> = { ways: [], attribution: null };
/** Several changes in a row are asked about once. */
const PAUSE_MS = 600;
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
  /** By day: the ways that it had when it was asked about. */
  const asked = useRef(new Map<string, string>());
  const at = Math.max(
    0,
    days.findIndex(({ id }) => id === activeDayId),
  );
  const near = days.slice(Math.max(0, at - DAYS_BEFORE), at + DAYS_AFTER + 1);
  const wanted = hasRouter
    ? near.map(({ id }) => [id, wayKeys(waypoints(stopsOf(byDay, id))).join("\n")] as const)
    : [];
  const question = JSON.stringify(wanted);

  useEffect(() => {
    if (!hasRouter || !isSaved || store.isPast) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const fresh = (JSON.parse(question) as typeof wanted).filter(
        ([dayId, keys]) => keys !== "" && asked.current.get(dayId) !== keys,
      );
      void ask(fresh);
    }, PAUSE_MS);

    async function ask(fresh: typeof wanted) {
      for (const [dayId, keys] of fresh) asked.current.set(dayId, keys);
      const answers = await Promise.all(
        fresh.map(([dayId]) =>
          fetchWays({ tripId: store.id, dayId }, leaving.signal).catch(() => {
            // The next look at this day asks again.
            asked.current.delete(dayId);
            return UNTOLD;
          }),
        ),
      );
      const ways = answers.flatMap((answer) => answer.ways);
      const named = answers.find((answer) => answer.attribution !== null)?.attribution;
      if (ways.length === 0) return;
      startTransition(() =>
        setTold(({ known, attribution }) => ({
          known: new Map([...known, ...ways]),
          attribution: named ?? attribution,
        })),
      );
    }
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [hasRouter, isSaved, store, question]);
  return told;
}
