import type { AgentFault } from "#lib/shared/agent.ts";
import { assertNever } from "#lib/shared/errors.ts";
import type { RunEnd } from "./end-run.ts";
import type { StopReason } from "./runs-here.ts";

/** Messages for users. They contain no text of the model's server, which may contain keys and prompts. */
const WORDS: Record<AgentFault["code"], string> = {
  MODEL_REFUSED: "The model's server refuses. Whoever runs this service has to look at its settings.",
  MODEL_BUSY: "The model is asked too often just now. Try again in a minute.",
  MODEL_UNREACHABLE: "The model can't be reached just now. Try again.",
  MODEL_BROKE_OFF: "The model broke off in the middle. Ask it to go on.",
  MODEL_SILENT: "The model said nothing. Ask in other words.",
  TOO_MANY_STEPS: "This took more steps than one question may. Ask it to go on.",
  TOO_MANY_TOKENS: "This took more words than one question may. Ask for less at once.",
  TOO_LONG: "This took longer than one question may. Ask for less at once.",
  TOO_COSTLY: "This cost more than one question may. Ask for less at once.",
  NO_ACCESS: "Whoever asked is no longer in this trip.",
  SERVER_STOPPED:
    "The service stopped while the agent was at work. What it had changed or proposed by then stands.",
  INTERNAL: "Something went wrong. Try again.",
};

const LASTING: ReadonlySet<AgentFault["code"]> = new Set(["MODEL_REFUSED", "NO_ACCESS"]);

export function fault(code: AgentFault["code"]): AgentFault {
  return { code, message: WORDS[code], retryable: !LASTING.has(code) };
}

export function failedRunEnd(code: AgentFault["code"]): RunEnd {
  return { status: "failed", fault: fault(code) };
}

/** Returns the end of a run that was stopped. */
export function endOfStoppedRun(reason: StopReason): RunEnd {
  switch (reason) {
    case "cancelled":
      return { status: "cancelled", fault: null };
    case "late":
      return failedRunEnd("TOO_LONG");
    case "removed":
      return failedRunEnd("NO_ACCESS");
    case "lost":
    case "stopping":
      return { status: "interrupted", fault: fault("SERVER_STOPPED") };
    default:
      return assertNever(reason);
  }
}
