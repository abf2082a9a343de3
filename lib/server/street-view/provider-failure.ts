/**
 * `busy`: 429, 500, 502, 503, 504. `refused`: the token, or what it may do; whatever is asked next is refused too.
 * `invalid`: neither an answer nor a known refusal. `budget`, `deadline`, `cancelled`: nothing was asked any more.
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
  /** The provider's own. */
  code?: number | string;
  /** `Retry-After`. */
  retryAfterMs?: number;
}

const ONCE_MORE: ReadonlySet<FailureKind> = new Set(["network", "busy"]);
const PASSING: ReadonlySet<FailureKind> = new Set(["network", "busy", "deadline"]);
const FATAL: ReadonlySet<FailureKind> = new Set(["refused", "rate_limit"]);

/** What went wrong with street photos. It holds neither addresses nor tokens, so that it may be logged. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  readonly kind: FailureKind;
  readonly told: Told;

  constructor(kind: FailureKind, told: Told = {}, cause?: unknown) {
    super(`Street photos: ${kind}${told.status === undefined ? "" : ` (${told.status})`}.`, { cause });
    this.kind = kind;
    this.told = told;
  }

  /** Whether the same request may be sent once more at once. */
  get mayRetry(): boolean {
    return ONCE_MORE.has(this.kind);
  }

  /** Whether a client may hope for another answer later. */
  get isPassing(): boolean {
    return PASSING.has(this.kind);
  }

  /** Whether all further requests would fail in the same way. */
  get isFatal(): boolean {
    return FATAL.has(this.kind);
  }
}

/** Whatever a request threw. Networks' errors have codes, which say enough; any other error is kept to be looked at. */
export function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof Error && "code" in error) {
    return new ProviderFailure("network", { code: String(error.code) });
  }
  return new ProviderFailure("network", {}, error);
}
