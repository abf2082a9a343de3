import * as z from "zod";

const SECRET_HINT = "use at least 32 random characters, for example from `openssl rand -base64 32`";

export function text(): z.ZodString {
  return z.string({ error: "is not set" });
}

export function secret(): z.ZodString {
  return z.string({ error: `is not set: ${SECRET_HINT}` }).min(32, `is too short: ${SECRET_HINT}`);
}

export function integer(min: number, max: number) {
  const error = `is not a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error);
}

export function price() {
  const error = "is not a price such as 0.15";
  return z.coerce.number({ error }).min(0, error).max(1_000_000, error);
}

export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: `is not one of the accepted values: ${values.join(", ")}` });
}

export function url(scheme: RegExp, example: string) {
  return z.url({ protocol: scheme, error: `is not a URL of the form ${example}` });
}

export function httpUrl(example: string) {
  return url(/^https?$/, example).transform((value) => value.replace(/\/+$/, ""));
}

/** A URL that may contain placeholders in braces, also in its host. */
export function templateUrl(example: string) {
  return text()
    .refine(
      (value) => URL.canParse(value.replaceAll(/\{\w+\}/g, "en")),
      `is not a URL of the form ${example}`,
    )
    .refine((value) => /^https?:/.test(value), `is not a URL of the form ${example}`)
    .transform((value) => value.replace(/\/+$/, ""));
}

export function list(isItem: (part: string) => boolean, error: string) {
  return text()
    .transform((value) => value.split(",").flatMap((part) => part.trim() || []))
    .refine((parts) => parts.every(isItem), error);
}
