"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { setPreferenceCookie } from "#app/_shell/preference-cookie.ts";
import { type Units, unitsCookie } from "#app/_shell/units.ts";

type Choice = readonly [Units, (units: Units) => void];

const UnitsContext = createContext<Choice>(["metric", () => undefined]);

/** Provides the units of distances; the server knows them when it renders. */
export function UnitsProvider({ chosen, children }: { chosen: Units; children: ReactNode }) {
  const [units, setUnits] = useState(chosen);
  const choice = useMemo<Choice>(() => {
    function change(next: Units) {
      setPreferenceCookie(unitsCookie, next);
      setUnits(next);
    }
    return [units, change];
  }, [units]);
  return <UnitsContext value={choice}>{children}</UnitsContext>;
}

/** Returns the chosen units and a function that changes them in this browser. */
export function useUnits(): Choice {
  return use(UnitsContext);
}
