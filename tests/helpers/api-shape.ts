import * as z from "zod";

/* Reads what an OpenAPI document promises, one entry for each field, so that two documents can be compared. */

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});

const Content = z.record(z.string(), z.looseObject({ schema: z.unknown().optional() }));
const Operation = z.looseObject({
  parameters: z
    .array(
      z.looseObject({
        in: z.string(),
        name: z.string(),
        required: z.boolean().optional(),
        schema: z.unknown(),
      }),
    )
    .optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
});
export const ApiDocument = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

interface Field {
  /** Whether an answer always has the field, or a request must have it. */
  required: boolean;
  /** The JSON types of the field; JSON has one type for all numbers. */
  types: Set<string>;
  /** The allowed values of the field; null allows all values of its types. */
  values: Set<string> | null;
}

type Fields = Map<string, Field>;

interface Shape {
  /** The fields of each operation's request, by a key such as "GET /api/trips". */
  asked: Map<string, Fields>;
  answered: Map<string, Fields>;
}

/** The schemas around the current one that were reached by reference; none is entered again, so that cycles end. */
type Following = readonly string[];

function walker(document: ApiDocument, fields: Fields) {
  function note(path: string, required: boolean): Field {
    const known = fields.get(path);
    if (known) return known;
    const field: Field = { required, types: new Set(), values: null };
    fields.set(path, field);
    return field;
  }

  function walk(given: unknown, path: string, required: boolean, following: Following): void {
    const schema = Schema.parse(typeof given === "object" ? given : {});
    const { $ref } = schema;
    if ($ref !== undefined) {
      const name = $ref.slice($ref.lastIndexOf("/") + 1);
      note(path, required);
      if (!following.includes(name)) {
        walk(document.components.schemas[name], path, required, [...following, name]);
      }
      return;
    }
    const field = note(path, required);
    for (const type of [schema.type ?? []].flat()) field.types.add(type === "integer" ? "number" : type);
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values) field.values = new Set([...(field.values ?? []), ...values.map((value) => String(value))]);
    for (const each of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some ?? [])) {
      walk(each, path, required, following);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      walk(property, `${path}.${name}`, schema.required?.includes(name) ?? false, following);
    }
    if (schema.items !== undefined) walk(schema.items, `${path}[]`, true, following);
    if (typeof schema.additionalProperties === "object") {
      walk(schema.additionalProperties, `${path}{}`, true, following);
    }
  }
  return walk;
}

function shapeOf(document: ApiDocument): Shape {
  const shape: Shape = { asked: new Map(), answered: new Map() };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const [asked, answered]: [Fields, Fields] = [new Map(), new Map()];
      shape.asked.set(name, asked);
      shape.answered.set(name, answered);
      for (const { in: where, name: called, required = false, schema } of operation.parameters ?? []) {
        walker(document, asked)(schema, `${where} ${called}`, required, []);
      }
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
        walker(document, asked)(schema, "body ", true, []);
      }
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const [type, { schema }] of Object.entries(content ?? {})) {
          walker(document, answered)(schema, `${status} ${type} `, true, []);
        }
      }
    }
  }
  return shape;
}

function missing(from: Iterable<string>, inWhat: ReadonlySet<string>): string[] {
  return [...from].filter((value) => !inWhat.has(value));
}

/**
 * Returns what a client of the old document reads and would no longer find: a field, a field that each answer had, or a
 * type that the client knows.
 */
function lostOf(path: string, was: Field, is: Field | undefined): string[] {
  if (!is) return [`${path} is gone`];
  const lost = was.types.size > 0 ? missing(is.types, was.types).map((type) => `${path} may be ${type}`) : [];
  if (was.required && !is.required) lost.push(`${path} may be absent`);
  return lost;
}

/** Returns what a client of the old document sends and the new service would reject: a field, a type or a value. */
function refusedOf(path: string, was: Field, is: Field | undefined): string[] {
  if (!is) return [`${path} is not taken`];
  const refused =
    is.types.size > 0 ? missing(was.types, is.types).map((type) => `${path} can't be ${type}`) : [];
  if (is.values === null) return refused;
  if (was.values === null) return [...refused, `${path} takes some values only`];
  return [...refused, ...missing(was.values, is.values).map((value) => `${path} can't be "${value}"`)];
}

function lostInAnswers(before: Fields, after: Fields): string[] {
  return [...before].flatMap(([path, was]) => lostOf(path, was, after.get(path)));
}

function refusedInRequests(before: Fields, after: Fields): string[] {
  const refused = [...before].flatMap(([path, was]) => refusedOf(path, was, after.get(path)));
  return [...refused, ...demanded(before, after)];
}

function demanded(before: Fields, after: Fields): string[] {
  const isNew = (path: string, is: Field): boolean => {
    const was = before.get(path);
    return was ? is.required && !was.required : isDemanded(path, is, before);
  };
  return [...after].filter(([path, is]) => isNew(path, is)).map(([path]) => `${path} is demanded`);
}

/**
 * Whether a client of the old document must send a field. A required field of an object that is itself new does not
 * count, since old clients do not send that object.
 */
function isDemanded(path: string, { required }: Field, before: Fields): boolean {
  const parent = path.replace(/(?:\.[^.[{]+|\[\]|\{\})$/, "");
  return required && (parent === path || before.has(parent));
}

/**
 * Returns what a client of the document `before` would miss or have rejected at a service of the document `after`. An
 * empty list means that nothing is broken.
 */
export function breakingChanges(before: ApiDocument, after: ApiDocument): string[] {
  const [was, is] = [shapeOf(before), shapeOf(after)];
  return [...was.asked.keys()].flatMap((operation) => {
    const [asked, answered] = [is.asked.get(operation), is.answered.get(operation)];
    if (!asked || !answered) return [`${operation} is gone`];
    const refused = refusedInRequests(was.asked.get(operation) ?? new Map(), asked);
    const lost = lostInAnswers(was.answered.get(operation) ?? new Map(), answered);
    return refused.concat(lost).map((what) => `${operation}: ${what}`);
  });
}
