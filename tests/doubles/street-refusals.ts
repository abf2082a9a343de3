interface Refusal {
  status: number;
  body: object;
}

function refusal(status: number, message: string, more: object): Refusal {
  const error = { message, type: "MLYApiException", fbtrace_id: "AbCdEfGhIjKlMnOpQrStUv", ...more };
  return { status, body: { error } };
}

export function badToken(isGiven: boolean): Refusal {
  const message = isGiven
    ? "Invalid OAuth 2.0 Access Token"
    : "An access token is required to request this resource.";
  return refusal(401, message, { code: 190, error_data: {} });
}

export function revokedToken(): Refusal {
  const message = "Error validating access token: The application has been deleted.";
  return refusal(401, message, { type: "OAuthException", code: 190 });
}

export function rateLimited(): Refusal {
  return refusal(403, "Application request limit reached", { is_transient: true, code: 4 });
}

export function noSuchImage(id: string): Refusal {
  const why =
    "does not exist, cannot be loaded due to missing permissions, or does not support this operation";
  return refusal(400, `Unsupported get request. Object with ID '${id}' ${why}`, {
    code: 100,
    error_subcode: 33,
  });
}

export function unknownPath(): Refusal {
  return refusal(404, "Unknown path components", { code: 2500 });
}

export function wrongBox(): Refusal {
  return refusal(400, "Param bbox must be smaller than 0.01 degrees square", { code: 100 });
}

const TOO_DENSE: Readonly<Record<string, string>> = {
  en: "Please reduce the amount of data you're asking for, then retry your request",
  fr: "Veuillez réduire la quantité de données que vous demandez, puis réessayez.",
  zh: "请减少请求的数据量，然后重试。",
};

/** Returns the refusal of an area with too many photos, with status 500 and a text in the client's language. */
export function tooManyImages(language = "fr"): Refusal {
  return refusal(500, TOO_DENSE[language.slice(0, 2)] ?? TOO_DENSE.fr ?? "", { code: 1 });
}
