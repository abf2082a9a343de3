"use client";

import { Check, X } from "lucide-react";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import type { AgentPart } from "#lib/shared/agent.ts";
import { useRefusalWords, useStepWords } from "./use-step-words.ts";

/** One step of the agent, with its state and result. */
export function StepLine({ part }: { part: Extract<AgentPart, { type: "step" }> }) {
  const words = useStepWords();
  const why = useRefusalWords()(part);
  const { state } = part;
  const isRunning = state === "running";
  return (
    <li className="flex items-start gap-2 py-0.5 text-sm phone:text-md" aria-busy={isRunning}>
      <span className="grid h-5 w-4 shrink-0 place-items-center">
        {isRunning ? (
          <Spinner size={14} />
        ) : (
          <Icon
            of={state === "done" ? Check : X}
            size={14}
            className={state === "done" ? "text-success" : "text-danger"}
          />
        )}
      </span>
      <span className={isRunning ? "min-w-0 wrap-anywhere" : "min-w-0 wrap-anywhere text-text-3"}>
        {words(part)}
        {state === "failed" && why !== null ? <span className="block text-xs text-text-3">{why}</span> : null}
      </span>
    </li>
  );
}
