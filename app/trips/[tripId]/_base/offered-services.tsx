"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { NOTHING_OFFERED, type OfferedServices } from "#lib/shared/offered-services.ts";

const OfferedContext = createContext<OfferedServices>(NOTHING_OFFERED);

export function OfferedServicesProvider({
  offered,
  children,
}: {
  offered: OfferedServices;
  children: ReactNode;
}) {
  const { router, timetables, weather, placeFacts } = offered;
  const value = useMemo(
    () => ({ router, timetables, weather, placeFacts }),
    [router, timetables, weather, placeFacts],
  );
  return <OfferedContext value={value}>{children}</OfferedContext>;
}

/** Returns which open services this installation offers, such as routing and weather. */
export function useOfferedServices(): OfferedServices {
  return use(OfferedContext);
}
