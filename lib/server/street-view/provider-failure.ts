/**
 * The kinds of failures. `busy`: status 429, 500, 502, 503 or 504. `refused`: the token is invalid or lacks a
 * permission, so further requests fail, too. `invalid`: neither an answer nor a known refusal. `budget`, `deadline`,
 * `cancelled`: no further request was sent.
 */
type FailureKind =
  | "network"
  | "busy"
  | "density"
  | "rate_limit"
  | "refused"
  | "absent"
  | "invalid"
  | "media"
  | "budget"
  | "deadline"
  | "cancelled";

interface Told {
  status?: number;
  /** The provider's own error code. */
  code?: number | string;
  /** The time in the header `Retry-After`. */
  retryAfterMs?: number;
}

const ONCE_MORE: ReadonlySet<FailureKind> = new Set(["network", "busy"]);
const PASSING: ReadonlySet<FailureKind> = new Set(["network", "busy", "deadline"]);
const FATAL: ReadonlySet<FailureKind> = new Set(["refused", "rate_limit"]);

/** A failure of street photos. It contains neither URLs nor tokens, so it may be logged. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  readonly kind: FailureKind;
  readonly told: Told;

  constructor(kind: FailureKind, told: Told = {}, cause?: unknown) {
    super(`Street photos: ${kind}${told.status === undefined ? "" : ` (${told.status})`}.`, { cause });
    this.kind = kind;
    this.told = told;
  }

  /** Whether the same request may be sent again immediately. */
  get mayRetry(): boolean {
    return ONCE_MORE.has(this.kind);
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return PASSING.has(this.kind);
  }

  /** Whether all further requests would fail in the same way. */
  get isFatal(): boolean {
    return FATAL.has(this.kind);
  }
}

/**
 * Converts any error of a request. Errors of networks have codes, which are enough; any other error is kept as the
 * cause.
 */
export function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof Error && "code" in error) {
    return new ProviderFailure("network", { code: String(error.code) });
  }
  return new ProviderFailure("network", {}, error);
}
