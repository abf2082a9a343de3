"use client";

import { createContext, type ReactNode, use, useCallback, useMemo, useRef } from "react";
import { call } from "#lib/client/api.ts";
import { usersApi } from "#lib/client/operations.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { useViewState } from "../_shell/view.tsx";

export interface AgentPanelState {
  /** This person has closed the agent's panel, and does not want it beside the next trip either. */
  isCollapsed: boolean;
}

interface AgentHere {
  panel: AgentPanelState;
  remember: (isCollapsed: boolean) => void;
}

const HereContext = createContext<AgentHere | null>(null);

type AgentHereProps = {
  /** null: the service has no agent. */
  panel: AgentPanelState | null;
  children: ReactNode;
};

/** Whether this service has an agent, and how this person likes its panel. */
export function AgentHereProvider({ panel, children }: AgentHereProps) {
  const kept = useRef(panel?.isCollapsed ?? true);
  const remember = useCallback((isCollapsed: boolean) => {
    if (kept.current === isCollapsed) return;
    kept.current = isCollapsed;
    // What could not be remembered is no matter to be told of.
    call(usersApi.updatePreferences, { body: { agentPanelCollapsed: isCollapsed } }).catch(() => undefined);
  }, []);
  const here = useMemo(() => panel && { panel, remember }, [panel, remember]);
  return <HereContext value={here}>{children}</HereContext>;
}

/** null where nothing may speak of an agent: none is there, or the trip is the public one, or shown as it was. */
export function useAgentHere(): AgentHere | null {
  const here = use(HereContext);
  const isDemo = useTrip((trip) => trip.isDemo);
  const isPast = useViewState(({ past }) => past !== null);
  return isDemo || isPast ? null : here;
}
