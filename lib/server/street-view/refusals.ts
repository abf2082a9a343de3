import { AppError, notFound } from "#lib/shared/errors.ts";
import { log } from "../http/log.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { SearchRequest } from "./search.ts";

const TRY_AGAIN = "Street photos can't be reached at this moment. Try again.";
const NOT_NOW = "Street photos can't be shown at this moment.";
const NOT_SHOWN = "This street photo can't be shown.";

/** The provider gave no answer. */
export class StreetViewUnavailable extends AppError {
  /** Whether it may give one to the same request later. */
  readonly retryable: boolean;
  /** What was searched for, capped and rounded; null where one photo was asked for. */
  readonly request: SearchRequest | null;

  constructor({ isPassing, told }: ProviderFailure, request: SearchRequest | null) {
    const { retryAfterMs } = told;
    const wait = isPassing &&
      retryAfterMs !== undefined && { retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
    super("UNAVAILABLE", isPassing ? TRY_AGAIN : NOT_NOW, { details: { retryable: isPassing, ...wait } });
    this.retryable = isPassing;
    this.request = request;
  }
}

/** What a caller is told of what was thrown; errors that are nobody's answer stay what they are. */
export function refusalOf(error: unknown, request: SearchRequest | null): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  if (error.kind === "absent" && !request) return notFound("street photo");
  // However often it is asked for, a client will never see it.
  if (error.kind === "media" && !error.isPassing) return new AppError("NOT_FOUND", NOT_SHOWN);
  return new StreetViewUnavailable(error, request);
}

/** For the operator: which of the provider's refusals it was, without its words. */
export function noteFailure(error: unknown, what: string): void {
  if (!(error instanceof ProviderFailure)) return;
  const { kind, told, cause } = error;
  if (kind === "cancelled" || kind === "absent") return;
  // In the middle of great towns there are always more photos than a search may ask for.
  const level = kind === "density" || kind === "budget" ? "info" : "warn";
  const line = {
    failure: kind,
    status: told.status,
    code: told.code,
    ...(cause !== undefined && { err: cause }),
  };
  log()[level](line, `street view: ${what}`);
}
