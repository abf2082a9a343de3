import * as z from "zod";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import type { SendInput } from "./handlers.ts";
import { idsIn, keysOfPath, textsIn, withText } from "./id-fields.ts";

/**
 * Returns the input with a text in every field that accepts one. Each field gets the first of the given texts that its
 * rules accept. `paths` are the paths of the fields that got a text.
 */
export function plantTexts(
  endpoint: Endpoint,
  valid: SendInput,
  texts: readonly string[],
): { input: SendInput; paths: string[] } {
  const { body: schema } = endpoint;
  let input = valid;
  const paths: string[] = [];
  const ids = new Set(idsIn(valid).map(({ path }) => path));
  const inExample = textsIn({ body: valid.body });
  const known = new Set(inExample.map(({ path }) => path));
  const unused = textPathsOf(schema, "body").filter((path) => !known.has(path));
  const places = [...inExample, ...unused.map((path) => ({ path, at: keysOfPath(path) }))];
  for (const { path, at } of places) {
    if (ids.has(path)) continue;
    // The schema of a suggestion accepts line breaks that the suggested operation itself rejects.
    const possible = path.includes(".input.") ? texts.filter((text) => !text.includes("\n")) : texts;
    const taken = possible
      .map((text) => withText(input, at, text))
      .find(({ body }) => schema?.safeParse(body).success === true);
    if (!taken) continue;
    input = taken;
    paths.push(path);
  }
  return { input, paths };
}

/** Returns the paths at which a schema takes texts. */
function textPathsOf(schema: z.core.$ZodType | undefined, path: string): string[] {
  if (schema instanceof z.ZodString) return [path];
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries<z.core.$ZodType>(schema.shape);
    return shape.flatMap(([name, field]) => textPathsOf(field, `${path}.${name}`));
  }
  if (schema instanceof z.ZodArray) return textPathsOf(schema.element, `${path}[]`);
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? textPathsOf(schema.unwrap(), path) : [];
}
