import * as z from "zod";
import { settleDeferred } from "#lib/server/http/defer.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import type { Scene } from "#tests/factories/scenes.ts";
import { send, type SendInput } from "./handlers.ts";
import { idsIn, placeOf, textsIn, withText } from "./id-fields.ts";
import { inputFor } from "./inputs.ts";

/** Where a text was written: `stops.create body.name`. */
export type Planted = string;

/** Nothing of the trip itself, or what others' servers are asked for. */
const ELSEWHERE = /^(users|account|notifications|agent|avatar|imports)\./;
/** What would end or copy the trip. */
const NOT_NOW = new Set(["trips.create", "trips.duplicate", "trips.transfer"]);

/**
 * Writes a text into every field of every request about the trip that takes one; of the texts that are given, the first
 * that the field's rules let through.
 */
export async function plantEverywhere(scene: Scene, texts: readonly string[]): Promise<Planted[]> {
  const planted: Planted[] = [];
  const writing = allEndpoints.filter(({ id, body }) => body && !ELSEWHERE.test(id) && !NOT_NOW.has(id));
  for (const endpoint of writing) {
    const { input, paths } = plantedIn(endpoint, await inputFor(endpoint.id, scene, scene.owner), texts);
    if (paths.length === 0) continue;
    const sent = await send(endpoint, { ...input, token: scene.owner.token });
    if (sent.status >= 300) throw new Error(`${endpoint.id} ${sent.text} ${JSON.stringify(input.body)}`);
    planted.push(...paths.map((path) => `${endpoint.id} ${path}`));
  }
  await settleDeferred();
  return planted;
}

function plantedIn(
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
  const places = [...inExample, ...unused.map((path) => ({ path, at: placeOf(path) }))];
  for (const { path, at } of places) {
    if (ids.has(path)) continue;
    // A suggestion's own schema lets through what its operation refuses.
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

/** Where a schema takes texts. */
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
