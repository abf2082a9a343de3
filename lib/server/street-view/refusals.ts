import { AppError, notFound } from "#lib/shared/errors.ts";
import { log } from "../http/log.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { SearchRequest } from "./search.ts";

const TRY_AGAIN = "Street photos can't be reached at this moment. Try again.";
const NOT_NOW = "Street photos can't be shown at this moment.";
const NOT_SHOWN = "This street photo can't be shown.";

/** The error when the provider gave no answer. */
export class StreetViewUnavailable extends AppError {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The limited and rounded search; null for a request for one photo. */
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

/** Returns the error for the caller; errors that are no provider failures stay as they are. */
export function refusalOf(error: unknown, request: SearchRequest | null): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  if (error.kind === "absent" && !request) return notFound("street photo");
  // The photo counts as not found, because it will never be available to a client, however often it is requested.
  if (error.kind === "media" && !error.isPassing) return new AppError("NOT_FOUND", NOT_SHOWN);
  return new StreetViewUnavailable(error, request);
}

/** Logs a failure for the operator: the kind of refusal, without the provider's message. */
export function noteFailure(error: unknown, what: string): void {
  if (!(error instanceof ProviderFailure)) return;
  const { kind, told, cause } = error;
  if (kind === "cancelled" || kind === "absent") return;
  // In the centre of a large town there are always more photos than one search may request, so this is no warning.
  const level = kind === "density" || kind === "budget" ? "info" : "warn";
  const line = {
    failure: kind,
    status: told.status,
    code: told.code,
    ...(cause !== undefined && { err: cause }),
  };
  log()[level](line, `street view: ${what}`);
}
