"use client";

import { createContext, type ReactNode, use, useCallback, useMemo, useRef } from "react";
import { call } from "#lib/client/base/api.ts";
import { usersApi } from "#lib/client/base/operations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useViewState } from "../view.tsx";

export interface AgentPanelState {
  /** Whether the user has closed the agent's panel, so that it stays closed in other trips, too. */
  isCollapsed: boolean;
}

interface AgentHere {
  panel: AgentPanelState;
  remember: (isCollapsed: boolean) => void;
}

const HereContext = createContext<AgentHere | null>(null);

type AgentHereProps = {
  /** The state of the panel; null if the service has no agent. */
  panel: AgentPanelState | null;
  children: ReactNode;
};

/** Provides whether the service has an agent, and whether the user has closed its panel. */
export function AgentAvailabilityProvider({ panel, children }: AgentHereProps) {
  const kept = useRef(panel?.isCollapsed ?? true);
  const remember = useCallback((isCollapsed: boolean) => {
    if (kept.current === isCollapsed) return;
    kept.current = isCollapsed;
    // A failure to store the preference is not reported.
    call(usersApi.updatePreferences, { body: { agentPanelCollapsed: isCollapsed } }).catch(() => undefined);
  }, []);
  const here = useMemo(() => panel && { panel, remember }, [panel, remember]);
  return <HereContext value={here}>{children}</HereContext>;
}

/**
 * Returns null where the agent is not offered: the service has none, the trip is the public demo, or the past view is
 * shown.
 */
export function useAgentAvailability(): AgentHere | null {
  const here = use(HereContext);
  const isDemo = useTrip((trip) => trip.isDemo);
  const isPast = useViewState(({ past }) => past !== null);
  return isDemo || isPast ? null : here;
}
