import { ApiError } from "#lib/client/base/api.ts";

/** Why a message could not be sent to the agent. */
export type AskProblem =
  | { kind: "offline" | "unsure" | "tomorrow" | "refused" | "other" }
  | { kind: "busy"; memberId: string | null }
  | { kind: "seconds" | "minutes"; count: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export function askProblem(error: unknown, isOnline: boolean): AskProblem {
  if (!(error instanceof ApiError)) return { kind: isOnline ? "unsure" : "offline" };
  const { code, details } = error.body;
  if (code === "AGENT_BUSY") return { kind: "busy", memberId: memberIn(details?.["run"]) };
  if (code === "RATE_LIMITED") return waitOf(Number(details?.["retryAfter"] ?? MINUTE));
  const isRefused = [401, 403, 404].includes(error.status);
  return { kind: isRefused ? "refused" : "other" };
}

function waitOf(seconds: number): AskProblem {
  if (seconds < 2 * MINUTE) return { kind: "seconds", count: Math.max(1, Math.ceil(seconds)) };
  if (seconds < 2 * HOUR) return { kind: "minutes", count: Math.ceil(seconds / MINUTE) };
  return { kind: "tomorrow" };
}

/** Returns after how many milliseconds the user may send again; null if that is unknown. */
export function waitMs(problem: AskProblem): number | null {
  if (problem.kind === "seconds") return problem.count * 1000;
  return problem.kind === "minutes" ? problem.count * MINUTE * 1000 : null;
}

function memberIn(run: unknown): string | null {
  const isRun = typeof run === "object" && run !== null && "memberId" in run;
  return isRun && typeof run.memberId === "string" ? run.memberId : null;
}
