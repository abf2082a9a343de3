import * as z from "zod";
import { Id } from "#lib/shared/fields.ts";
import type { SendInput } from "./handlers.ts";

/** A text of a request and its path. The path has no list indexes: `body.money.payers[].memberId`. */
export interface FoundText {
  path: string;
  at: readonly (string | number)[];
  text: string;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Returns every text of an input that is an id or contains one (`stop:{id}`). */
export function idsIn(input: SendInput): FoundText[] {
  const { params, query, body } = input;
  return textsIn({ params, query, body }).filter(({ text }) => UUID.test(text));
}

export function textsIn(value: unknown, at: readonly (string | number)[] = []): FoundText[] {
  if (typeof value === "string") return [{ path: pathOf(at), at, text: value }];
  if (Array.isArray(value)) return value.flatMap((inner, index) => textsIn(inner, [...at, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...at, name]));
}

function pathOf(at: readonly (string | number)[]): string {
  return at
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .slice(1);
}

/** Returns the input with another text at a path; the path need not exist yet. */
export function withText(input: SendInput, at: readonly (string | number)[], text: string): SendInput {
  const { params, query, body, form } = input;
  const copy: unknown = structuredClone({ params, query, body });
  let holder = Object(copy);
  for (const [index, step] of at.slice(0, -1).entries()) {
    if (typeof holder[step] !== "object" || holder[step] === null)
      holder[step] = typeof at[index + 1] === "number" ? [] : {};
    holder = holder[step];
  }
  holder[at.at(-1) ?? ""] = text;
  return { ...(copy as SendInput), form };
}

/** Returns the first position that a path names: `body.payers[].memberId` gives the first payer's field. */
export function keysOfPath(path: string): (string | number)[] {
  return path.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), 0] : [step]));
}

/** Returns the paths at which a schema takes ids of rows, such as `body.money.payers[].memberId`. */
export function idPathsOf(schema: z.core.$ZodType | undefined, path: string): string[] {
  if (schema === undefined) return [];
  if (schema === Id) return [path];
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries<z.core.$ZodType>(schema.shape);
    return shape.flatMap(([name, field]) => idPathsOf(field, `${path}.${name}`));
  }
  if (schema instanceof z.ZodArray) return idPathsOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => idPathsOf(option, path));
  if (schema instanceof z.ZodPipe) return idPathsOf(schema.in, path);
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? idPathsOf(schema.unwrap(), path) : [];
}
