export interface ChatError {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

export interface ChatRefusal {
  status: number;
  error: ChatError;
  headers?: Record<string, string>;
}

const INVALID = "invalid_request_error";

function refusal(
  status: number,
  message: string,
  code: string | null,
  more?: Partial<ChatError>,
): ChatRefusal {
  return { status, error: { message, type: INVALID, param: null, code, ...more } };
}

/** Returns the refusal of a request with a wrong part. */
export function badRequest(
  message: string,
  param: string | null = null,
  code: string | null = null,
): ChatRefusal {
  return refusal(400, message, code, { param });
}

export function noKey(): ChatRefusal {
  const how = "You need to provide your API key in an Authorization header using Bearer auth.";
  return refusal(401, `You didn't provide an API key. ${how}`, null);
}

export function wrongKey(key: string): ChatRefusal {
  return refusal(401, `Incorrect API key provided: ${masked(key)}.`, "invalid_api_key");
}

/** Masks a key as the provider's error message does, which shows the key's beginning and end. */
function masked(key: string): string {
  return key.length < 12 ? "*".repeat(key.length) : `${key.slice(0, 8)}${"*".repeat(12)}${key.slice(-4)}`;
}

export function noSuchModel(model: string): ChatRefusal {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return refusal(404, message, "model_not_found");
}

export function unknownUrl(method: string, path: string): ChatRefusal {
  return refusal(404, `Unknown request URL: ${method} ${path}.`, "unknown_url");
}

export function wrongMethod(method: string, path: string): ChatRefusal {
  return refusal(405, `Not allowed to ${method} on ${path}.`, "method_not_supported");
}

const BY_STATUS: Readonly<Record<number, Omit<ChatError, "param">>> = {
  401: { message: "Your authentication token has been revoked.", type: INVALID, code: "token_revoked" },
  403: {
    message: "Country, region, or territory not supported",
    type: "request_forbidden",
    code: "unsupported_country_region_territory",
  },
  404: { message: "The model does not exist.", type: INVALID, code: "model_not_found" },
  429: { message: "Rate limit reached for requests.", type: "requests", code: "rate_limit_exceeded" },
  500: {
    message: "The server had an error while processing your request. Sorry about that!",
    type: "server_error",
    code: null,
  },
  503: {
    message: "That model is currently overloaded with other requests.",
    type: "server_error",
    code: "service_unavailable",
  },
};

/** Returns the provider's refusal with this status. @param retryAfter - in seconds */
export function refusalWithStatus(
  status: number,
  error: Partial<ChatError> = {},
  retryAfter?: number,
): ChatRefusal {
  const usual = BY_STATUS[status] ?? { message: "It did not work.", type: INVALID, code: null };
  return {
    status,
    error: { param: null, ...usual, ...error },
    ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }),
  };
}
