import { ApiError } from "./api.ts";

/** For queries and mutations: asks again only where another attempt may be answered. */
export function retryUnanswered(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return !isRefusal && failures < 3;
}
