import { APICallError, RetryError } from "ai";
import type { AgentFault } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import { AnswerOverLimit } from "./answer-limits.ts";

/** What the SDK has wrapped. */
function causeOf(error: unknown): unknown {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  return APICallError.isInstance(last) && last.cause instanceof AnswerOverLimit ? last.cause : last;
}

/** For the operator's log: what a model's server says itself may hold a key or a prompt. */
export function bareFailure(error: unknown): { failure: string; status?: number | undefined } {
  const cause = causeOf(error);
  const failure = cause instanceof Error ? cause.name : "unknown";
  return APICallError.isInstance(cause) ? { failure, status: cause.statusCode } : { failure };
}

/** What was thrown while the model was asked. */
export function faultOf(
  error: unknown,
  { hasSpoken, hasActed }: { hasSpoken: boolean; hasActed: boolean },
): AgentFault["code"] {
  const cause = causeOf(error);
  if (cause instanceof AppError)
    return cause.code === "NOT_FOUND" || cause.code === "FORBIDDEN" ? "NO_ACCESS" : "INTERNAL";
  if (cause instanceof AnswerOverLimit) return cause.code;
  // There is something to go on from.
  const away = hasSpoken || hasActed ? "MODEL_BROKE_OFF" : "MODEL_UNREACHABLE";
  if (!APICallError.isInstance(cause)) return away;
  const { statusCode = 0 } = cause;
  if (statusCode === 429) return "MODEL_BUSY";
  if (statusCode >= 400 && statusCode < 500 && !cause.isRetryable) return "MODEL_REFUSED";
  return away;
}
