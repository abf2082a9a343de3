import { v7 as uuidv7 } from "uuid";
import { ID_PLACEHOLDER, KEY_PLACEHOLDER } from "./jobs.ts";

export function fillPlaceholders(request: string, id: string): string {
  return request.replaceAll(ID_PLACEHOLDER, id).replaceAll(KEY_PLACEHOLDER, uuidv7());
}

/**
 * Checks the status of an answer.
 * @param wanted - the expected status; null allows every status that is no failure
 */
export function expectStatus(actual: number, wanted: number | null): void {
  const isFine = wanted === null ? actual < 400 : actual === wanted;
  if (!isFine) throw new Error(`Answered ${actual} in place of ${wanted ?? "a success"}.`);
}
