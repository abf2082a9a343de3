import { APICallError, RetryError } from "ai";
import type { AgentFault } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";

/** For the operator's log: what a model's server says itself may hold a key or a prompt. */
export function bareFailure(error: unknown): { failure: string; status?: number | undefined } {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const failure = cause instanceof Error ? cause.name : "unknown";
  return APICallError.isInstance(cause) ? { failure, status: cause.statusCode } : { failure };
}

/** What was thrown while the model was asked. `hasSpoken`: some of its answer is there already. */
export function faultOf(error: unknown, hasSpoken: boolean): AgentFault["code"] {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (cause instanceof AppError)
    return cause.code === "NOT_FOUND" || cause.code === "FORBIDDEN" ? "NO_ACCESS" : "INTERNAL";
  if (!APICallError.isInstance(cause)) return hasSpoken ? "MODEL_BROKE_OFF" : "MODEL_UNREACHABLE";
  const { statusCode = 0 } = cause;
  if (statusCode === 429) return "MODEL_BUSY";
  if (statusCode >= 400 && statusCode < 500 && !cause.isRetryable) return "MODEL_REFUSED";
  return hasSpoken ? "MODEL_BROKE_OFF" : "MODEL_UNREACHABLE";
}
