"use client";

import { Sparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { useAgentBadge, useAgentStatusRefresh } from "#lib/client/agent/use-agent-mark.ts";
import { useViewState } from "../_base/view.tsx";
import { useAgentAvailability } from "../_base/agent/agent-availability.tsx";
import { useToggleAgent } from "../_base/agent/use-toggle-agent.ts";

/** The button that opens the trip's agent, if the service has one. */
export function AgentEntry() {
  return useAgentAvailability() ? <Entry /> : null;
}

function Entry() {
  const t = useTranslations("trip-agent");
  const toggle = useToggleAgent();
  const open = useViewState(({ agent }) => agent);
  const { isWorking, hasNews } = useAgentBadge();
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), 3000), []);
  useAgentStatusRefresh(idle && !open);
  const state = isWorking ? "working" : hasNews && !open ? "news" : "quiet";
  return (
    <span className="relative flex">
      <IconButton
        label={t(`entry.${state}`)}
        icon={Sparkles}
        iconSize={20}
        aria-expanded={open}
        onClick={toggle}
        className={open ? "text-accent-text" : undefined}
      />
      {state === "working" && !open ? (
        <span className="pointer-events-none absolute top-0.5 right-0.5 grid place-items-center rounded-full bg-paper touch:top-1.5 touch:right-1.5">
          <Spinner size={14} />
        </span>
      ) : null}
      {state === "news" ? (
        <i className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-accent shadow-[0_0_0_2px_var(--ground)] touch:top-2.5 touch:right-2.5" />
      ) : null}
    </span>
  );
}
