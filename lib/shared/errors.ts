/** Every error code of the API and its HTTP status. better-auth's own codes keep their names. */
export const ERROR_STATUS = {
  MALFORMED_REQUEST: 400,
  INVALID_CODE: 400,
  UNAUTHENTICATED: 401,
  OTHER_ACCOUNT: 401,
  INVALID_ORIGIN: 403,
  FORBIDDEN: 403,
  DEMO_READ_ONLY: 403,
  GUEST_LIMITED: 403,
  INVITE_OTHER_ADDRESS: 403,
  WRONG_PASSWORD: 403,
  SESSION_NOT_FRESH: 403,
  NOT_FOUND: 404,
  AGENT_DISABLED: 404,
  STREET_VIEW_DISABLED: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  AGENT_BUSY: 409,
  ARCHIVED: 409,
  FIELD_CONFLICT: 409,
  ID_TAKEN: 409,
  KEY_REUSED: 409,
  LAST_OWNER: 409,
  NEEDS_ACCOUNT: 409,
  NOT_OPEN: 409,
  TIED: 409,
  NOT_UNDOABLE: 409,
  SAME_PERSON: 409,
  SIMILAR_PAYMENT: 409,
  UNDO_CONFLICT: 409,
  INVITE_GONE: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  VALIDATION_FAILED: 422,
  LIMIT_REACHED: 422,
  PROTOCOL_TOO_OLD: 426,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One refused field: `path` names it, as in `stops.0.name`, and `message` says what to do. */
export interface Issue {
  path: string;
  message: string;
}

/** The body of every error answer. */
export interface ErrorBody {
  code: string;
  message: string;
  issues?: Issue[];
  details?: Record<string, unknown>;
  requestId: string;
}

/**
 * An error that the HTTP layer turns into an {@link ErrorBody}. The service's operations throw no other error on
 * purpose.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly issues: Issue[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; issues?: Issue[] } = {},
  ) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.details = more.details;
    this.issues = more.issues;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export function notFound(what: string): AppError {
  return new AppError("NOT_FOUND", `This ${what} does not exist, or you have no access to it.`);
}

/** Makes a validation error; each issue says what to do about one field. */
export function invalidFields(issues: Issue[]): AppError {
  return new AppError("VALIDATION_FAILED", "Some fields need a change.", { issues });
}

export function invalidField(path: string, message: string): AppError {
  return invalidFields([{ path, message }]);
}

/** For the last branch of a switch over a union: a new member becomes a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
