import * as z from "zod";
import { describe, expect, test } from "vitest";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { SUGGESTED_OPS } from "#lib/shared/suggestions.ts";

const MEMBERS_IDS = "members' ids, each checked to be one; the service reads them in a trip's file alone";

/** Objects that accept any field name, with the reason why this does no harm. */
const LET_THROUGH: Readonly<Record<string, string>> = {
  "suggestions.create body.changes[].input": "by the schema of the operation that the line stands for",
  "expenses.create body.money.rounding.keys": MEMBERS_IDS,
  "expenses.create body.money.rounding.merged": MEMBERS_IDS,
  "expenses.update body.money.rounding.keys": MEMBERS_IDS,
  "expenses.update body.money.rounding.merged": MEMBERS_IDS,
  "feeds.read query": "calendar apps add parameters of their own; none is looked at but one",
  "feeds.read query.lang": "what is none of the two languages counts as English",
};

/** Returns the paths of all objects in a schema that would accept an unknown field. */
function looseIn(schema: z.core.$ZodType, path: string): string[] {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries<z.core.$ZodType>(schema.shape);
    const inner = shape.flatMap(([name, field]) => looseIn(field, `${path}.${name}`));
    return schema.def.catchall instanceof z.ZodNever ? inner : [path, ...inner];
  }
  if (schema instanceof z.ZodArray) return looseIn(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => looseIn(option, path));
  if (schema instanceof z.ZodPipe) return looseIn(schema.in, path);
  if (schema instanceof z.ZodRecord) {
    const isClosed = schema.keyType instanceof z.ZodEnum;
    return isClosed ? looseIn(schema.valueType, `${path}{}`) : [path];
  }
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  if (isWrapper) return looseIn(schema.unwrap(), path);
  const isLeaf = [
    z.ZodString,
    z.ZodNumber,
    z.ZodBoolean,
    z.ZodEnum,
    z.ZodLiteral,
    z.ZodNull,
    z.ZodUndefined,
  ].some((kind) => schema instanceof kind);
  return isLeaf || schema instanceof z.ZodStringFormat || schema instanceof z.ZodTransform ? [] : [path];
}

const taking = allEndpoints.filter(({ body, query }) => body ?? query);

describe.each(taking.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (id, { body, query }) => {
  test("takes no field that it doesn't name, at any depth", () => {
    const loose = [
      ...(body ? looseIn(body, `${id} body`) : []),
      ...(query ? looseIn(query, `${id} query`) : []),
    ];
    expect(loose.filter((path) => !(path in LET_THROUGH))).toEqual([]);
  });
});

test("what a suggestion's line may say is an operation's own body", () => {
  const known = new Map(allEndpoints.map(({ id, body }) => [id, body]));
  for (const op of SUGGESTED_OPS) {
    const body = known.get(op);
    if (body) expect(looseIn(body, op)).toEqual([]);
    else expect(op).toMatch(/\.delete$/);
  }
});
