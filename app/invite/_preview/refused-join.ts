import { ApiError } from "#lib/client/base/api.ts";

/** Returns why a user could not join, as a message key of `invite`. */
export function reasonOf(error: Error): "gone" | "otherAddress" | "archived" | "full" | "failed" {
  const reasons = {
    INVITE_GONE: "gone",
    INVITE_OTHER_ADDRESS: "otherAddress",
    ARCHIVED: "archived",
    LIMIT_REACHED: "full",
  } as const;
  const code = error instanceof ApiError ? error.body.code : "";
  return Object.entries(reasons).find(([known]) => known === code)?.[1] ?? "failed";
}
