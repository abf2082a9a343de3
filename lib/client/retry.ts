import { ApiError } from "./api.ts";

/** The service said no, and asking again the same way would change nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** Asks again only where another attempt may be answered: not after a refusal, not without a connection. */
export function retryUnanswered(failures: number, error: Error): boolean {
  return !isRefusal(error) && failures < 3 && navigator.onLine;
}
