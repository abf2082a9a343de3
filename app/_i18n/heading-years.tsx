"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import type { HeadingYears } from "#app/_i18n/formats.ts";

const SaidYearsContext = createContext<HeadingYears | null>(null);

type SaidYearsProviderProps = { startDate: string | null; endDate: string | null; children: ReactNode };

/** Provides the years of the dates in the page's head, so that each day below does not repeat the year. */
export function HeadingYearsProvider({ startDate, endDate, children }: SaidYearsProviderProps) {
  const first = startDate?.slice(0, 4) ?? null;
  const last = endDate?.slice(0, 4) ?? null;
  const years = useMemo(
    (): HeadingYears | null => (first === null || last === null ? null : [first, last]),
    [first, last],
  );
  return <SaidYearsContext value={years}>{children}</SaidYearsContext>;
}

export function useHeadingYears(): HeadingYears | null {
  return use(SaidYearsContext);
}
