import { DisplayName, NAME_LENGTH } from "#lib/shared/display-name.ts";
import { keepingDirection } from "#lib/shared/text-direction.ts";

const NAMELESS = "Traveller";

/** A provider's name made to fit: profiles are not refused for what a person could not edit there. */
export function fittingName(name: unknown): string {
  if (typeof name !== "string") return NAMELESS;
  const spaced = keepingDirection(name.toWellFormed()).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  // By code points, as they are counted, so that no surrogate pair is halved.
  const cut = keepingDirection(Array.from(spaced.trim()).slice(0, NAME_LENGTH).join(""));
  return DisplayName.safeParse(cut).data ?? NAMELESS;
}
