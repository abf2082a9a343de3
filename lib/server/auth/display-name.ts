import { DisplayName, NAME_LENGTH } from "#lib/shared/display-name.ts";
import { removeDirectionOverrides } from "#lib/shared/text-direction.ts";

const NAMELESS = "Traveller";

/**
 * Shortens and cleans a name from a provider until it is valid: a profile must not be refused for a name that its owner
 * could not edit here.
 */
export function fittingName(name: unknown): string {
  if (typeof name !== "string") return NAMELESS;
  const spaced = removeDirectionOverrides(name.toWellFormed()).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  // The name is cut by code points, which is also how its length is counted, so that no surrogate pair is split.
  const cut = removeDirectionOverrides(Array.from(spaced.trim()).slice(0, NAME_LENGTH).join(""));
  return DisplayName.safeParse(cut).data ?? NAMELESS;
}
