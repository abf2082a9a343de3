import * as z from "zod";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import type { SendInput } from "./handlers.ts";

/** A request that the service must reject; `name` says what is wrong with it. */
export interface Malformed {
  name: string;
  input: SendInput;
  /** The statuses that are right; by default 422 and 404. */
  statuses?: readonly number[];
}

/** Values that few fields accept. {@link malformedBodies} leaves out those that a field's schema accepts. */
const ODD_VALUES: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["true", true],
  ["zero", 0],
  ["minus one", -1],
  ["a fraction", 1.5],
  ["a huge number", 1e308],
  ["an unsafe integer", 2 ** 53],
  ["NaN as text", "NaN"],
  ["a number as text", "12"],
  ["nothing", ""],
  ["spaces", " \t "],
  ["a NUL", "a\u0000b"],
  ["a bell", "a\u0007b"],
  ["half a surrogate pair", "a\ud83d"],
  ["the other half", "\ude00a"],
  ["much text", "x".repeat(20_001)],
  ["a wrong id", "0199b6a0-7c00-7000-8000-00000000000g"],
  ["SQL", "'; drop table trips; --"],
  ["an empty list", []],
  ["a list", ["a", 1, null]],
  ["a long list", Array.from({ length: 101 }, () => "0199b6a0-7c00-7000-8000-000000000000")],
  ["an empty object", {}],
  ["an object", { id: 1, role: "owner" }],
  ["deep nesting", nested(50)],
  ["nesting without end", nested(500)],
];

/** Fields that a client might try to set, although no endpoint accepts them. */
const MASS_ASSIGNMENT: Readonly<Record<string, unknown>> = {
  tripId: "0199b6a0-7c00-7000-8000-000000000000",
  userId: "0199b6a0-7c00-7000-8000-000000000000",
  memberId: "0199b6a0-7c00-7000-8000-000000000000",
  createdBy: "0199b6a0-7c00-7000-8000-000000000000",
  ownerId: "0199b6a0-7c00-7000-8000-000000000000",
  isDemo: true,
  isSample: true,
  isAdmin: true,
  seq: 1,
  version: 99,
  position: "a0",
  createdAt: "2020-01-01T00:00:00.000Z",
  updatedAt: "2020-01-01T00:00:00.000Z",
  deletedAt: null,
  archivedAt: null,
  leftAt: null,
  tokenHash: "x",
  uses: 0,
  constructor: { prototype: { role: "owner" } },
  toString: "x",
};

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: inner }), 1);
}

/**
 * Returns bodies that the endpoint's own schema rejects: with each odd value in each field, with missing fields and
 * with unknown fields.
 */
export function malformedBodies(endpoint: Endpoint, valid: SendInput): Malformed[] {
  const { body: schema } = endpoint;
  if (!schema || !isObject(valid.body)) return [];
  const known = valid.body;
  const odd = fieldsOf(schema, known).flatMap((path) =>
    ODD_VALUES.map(([what, value]) => ({
      name: `${path.join(".")}: ${what}`,
      body: withField(known, path, value),
    })),
  );
  const missing = fieldsOf(schema, known).map((path) => ({
    name: `${path.join(".")}: missing`,
    body: withField(known, path, undefined),
  }));
  const unknown = Object.entries(MASS_ASSIGNMENT).map(([field, value]) => ({
    name: `${field}: not the client's`,
    body: { ...known, [field]: value },
  }));
  const whole = ODD_VALUES.map(([what, value]) => ({
    name: `the body: ${what}`,
    body: JSON.stringify(value),
  }));
  return (
    [...odd, ...missing, ...unknown, ...whole]
      .filter(({ body }) => !schema.safeParse(arriving(body)).success)
      // A very deeply nested body is rejected before it is parsed.
      .map(({ name, body }) => ({
        name,
        input: { ...valid, body },
        statuses: [name.endsWith(": nesting without end") ? 400 : 422],
      }))
  );
}

/** Returns the body as the service receives it: JSON drops fields whose value is undefined. */
function arriving(body: unknown): unknown {
  return JSON.parse(typeof body === "string" ? body : JSON.stringify(body));
}

/** Texts that every text field must reject. The last one would be a valid web address without its broken character. */
const HOSTILE_TEXTS = [
  "a\u0000b",
  "a\u0007b",
  "a\ud83d",
  "\ude00a",
  "x".repeat(20_001),
  "https://example.com/\ud83d",
];

/** Returns requests with strings that every text field must reject, whatever its schema says. */
export function hostileTexts(endpoint: Endpoint, valid: SendInput): Malformed[] {
  const { body: schema } = endpoint;
  if (!schema || !isObject(valid.body)) return [];
  const known = valid.body;
  const texts = fieldsOf(schema, known).filter((path) => typeof valueAt(known, path) === "string");
  return texts.flatMap((path) =>
    HOSTILE_TEXTS.map((text) => ({
      name: `${path.join(".")}: ${JSON.stringify(text.slice(0, 8))}`,
      input: { ...valid, body: withField(known, path, text) },
      statuses: [422],
    })),
  );
}

const BAD_IDS = [
  "1",
  "null",
  "undefined",
  "0199b6a0",
  "../trips",
  "%00",
  "a b",
  "x".repeat(300),
  "__proto__",
  "0",
  "-1",
  "0199b6a0-7c00-7000-8000-00000000000g",
  "{tripId}",
  "' or 1=1 --",
  "\ud83d\ude00",
];
const QUERY_NAMES = [
  "unknown",
  "__proto__",
  "constructor",
  "id",
  "limit",
  "cursor",
  "after",
  "filter",
  "target",
  "role",
];
const BAD_QUERY_VALUES = ["x", "-1", "1e9", "0.5", "[]", "x".repeat(300)];
const BAD_HEADERS = [
  ...["", "1", "x", "0199b6a0-7c00-7000-8000-00000000000g"].map(
    (value) => ["idempotency-key", value] as const,
  ),
  ...["x", "-1", "1.5", "1e99", "0x", "2147483648"].map((value) => ["x-base-seq", value] as const),
];

/** Returns requests that are rejected before the service looks at any field. */
export function malformedRequests(endpoint: Endpoint, valid: SendInput): Malformed[] {
  const headers = endpoint.method === "GET" ? [] : BAD_HEADERS;
  return [
    ...Object.keys(valid.params ?? {}).flatMap((name) => malformedPaths(valid, name)),
    ...QUERY_NAMES.flatMap((name) => malformedQueries(endpoint, valid, name)),
    ...headers.map(([name, value]) => ({
      name: `header ${name}: ${value}`,
      input: { ...valid, headers: { [name]: value } },
      statuses: [422],
    })),
    ...(endpoint.body ? malformedTexts(valid) : []),
  ];
}

function malformedPaths(valid: SendInput, name: string): Malformed[] {
  // An invite's token is no id, so a malformed one is simply unknown (404) or no longer valid (410).
  const statuses = name === "token" ? [404, 410] : [404];
  // A seq that is a number is well-formed, so "1" is no malformed value for it.
  return BAD_IDS.filter((value) => !(name === "seq" && value === "1")).map((value) => ({
    name: `path ${name}: ${value}`,
    input: { ...valid, params: { ...valid.params, [name]: value } },
    statuses,
  }));
}

function malformedQueries(endpoint: Endpoint, valid: SendInput, name: string): Malformed[] {
  const schema = endpoint.query ?? z.strictObject({});
  const known = Object.entries(valid.query ?? {});
  return BAD_QUERY_VALUES.map((value) => Object.fromEntries([...known, [name, value]]))
    .filter((query) => !schema.safeParse(query).success)
    .map((query) => ({
      name: `query ${JSON.stringify(query)}`,
      input: { ...valid, query },
      statuses: [422],
    }));
}

function malformedTexts(valid: SendInput): Malformed[] {
  const json = JSON.stringify(valid.body);
  const isEmpty = json === "{}";
  const at = (
    name: string,
    body: string | Uint8Array<ArrayBuffer>,
    status: number,
    type?: string,
  ): Malformed => ({
    name,
    input: { ...valid, body, ...(type === undefined ? {} : { headers: { "content-type": type } }) },
    statuses: [status],
  });
  return [
    at("no JSON", "{", 400),
    at("no body", "", 400),
    at("a comma too many", json.replace(/\}$/, ",}"), 400),
    at("two bodies", `${json}${json}`, 400),
    at("NaN", isEmpty ? '{"a":NaN}' : json.replace(/:[^,}]*/, ":NaN"), 400),
    at("broken UTF-8", Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400),
    at("a prototype", json.replace("{", `{"__proto__":{"role":"owner"}${isEmpty ? "" : ","}`), 422),
    at("two MiB", `${json.slice(0, -1)}${" ".repeat(2 * 1024 * 1024)}}`, 413),
    at("a form", json, 415, "application/x-www-form-urlencoded"),
    at("plain text", json, 415, "text/plain"),
    at("JSON of another kind", json, 415, "application/json-patch+json"),
  ];
}

type Path = readonly string[];

/** Returns the paths of a body's fields: those of the schema and those of the example, including nested ones. */
function fieldsOf(schema: z.ZodType, example: object): Path[] {
  const top = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const names = [...new Set([...top, ...Object.keys(example)])];
  return names.flatMap((name): Path[] => {
    const value = valueAt(example, [name]);
    const inner: Path[] = isObject(value) ? Object.keys(value).map((field) => [name, field]) : [];
    return inner.concat([[name]]);
  });
}

function valueAt(source: object, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), source);
}

function withField(source: object, [first = "", ...rest]: Path, value: unknown): object {
  const inner = valueAt(source, [first]);
  return {
    ...source,
    [first]: rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest, value),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
