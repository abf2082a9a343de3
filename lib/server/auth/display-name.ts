import { line } from "#lib/shared/fields.ts";

export const NAME_LENGTH = 64;
export const DisplayName = line(NAME_LENGTH);

const NAMELESS = "Traveller";

/** A provider's name made to fit: profiles are not refused for what a person could not edit there. */
export function fittingName(name: unknown): string {
  if (typeof name !== "string") return NAMELESS;
  const spaced = name.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const parsed = DisplayName.safeParse(cut(spaced.trim()));
  return parsed.success ? parsed.data : NAMELESS;
}

/** Cut by characters, so that no surrogate pair is halved. */
function cut(text: string): string {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > NAME_LENGTH) break;
    kept += character;
  }
  return kept;
}
