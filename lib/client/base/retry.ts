import { ApiError } from "./api.ts";

/** Whether the service refused the request, so that the same request would be refused again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** Retries only where another attempt may be answered: not after a refusal, and not without a connection. */
export function shouldRetryRequest(failures: number, error: Error): boolean {
  return !isRefusal(error) && failures < 3 && navigator.onLine;
}
