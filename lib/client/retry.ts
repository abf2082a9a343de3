import { ApiError } from "./api.ts";

/** The service said no, and asking again the same way would change nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** For queries and mutations: asks again only where another attempt may be answered. */
export function retryUnanswered(failures: number, error: Error): boolean {
  return !isRefusal(error) && failures < 3;
}
