import { APICallError, RetryError } from "ai";
import type { AgentFault } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import { AnswerOverLimit } from "./answer-limits.ts";

/** Returns the original error that the SDK has wrapped. */
function causeOf(error: unknown): unknown {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  return APICallError.isInstance(last) && last.cause instanceof AnswerOverLimit ? last.cause : last;
}

/**
 * Describes a failure for the operator's log, without the text of the model's server, which may contain a key or a
 * prompt.
 */
export function bareFailure(error: unknown): { failure: string; status?: number | undefined } {
  const cause = causeOf(error);
  const failure = cause instanceof Error ? cause.name : "unknown";
  return APICallError.isInstance(cause) ? { failure, status: cause.statusCode } : { failure };
}

/** Returns the agent's fault for an error of a model call. */
export function faultOf(
  error: unknown,
  { hasSpoken, hasActed }: { hasSpoken: boolean; hasActed: boolean },
): AgentFault["code"] {
  const cause = causeOf(error);
  if (cause instanceof AppError)
    return cause.code === "NOT_FOUND" || cause.code === "FORBIDDEN" ? "NO_ACCESS" : "INTERNAL";
  if (cause instanceof AnswerOverLimit) return cause.code;
  // If the model has sent something before, the user can continue from that.
  const away = hasSpoken || hasActed ? "MODEL_BROKE_OFF" : "MODEL_UNREACHABLE";
  if (!APICallError.isInstance(cause)) return away;
  const { statusCode = 0 } = cause;
  if (statusCode === 429) return "MODEL_BUSY";
  if (statusCode >= 400 && statusCode < 500 && !cause.isRetryable) return "MODEL_REFUSED";
  return away;
}
