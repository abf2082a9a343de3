import { line } from "./fields.ts";

/** Unicode characters (code points), so that an emoji counts like a letter. */
export const NAME_LENGTH = 64;

/** They turn what other people wrote after the name, too. */
const TURNS_DIRECTION = /\p{Bidi_Control}/u;
/** Shows nothing of its own; between other characters it may join an emoji or pick its look. */
const SHOWS_NOTHING = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]*$/u;

/** A person's name as others see it. */
export const DisplayName = line(NAME_LENGTH)
  .refine((name) => !SHOWS_NOTHING.test(name), "Fill this in.")
  .refine(
    (name) => !TURNS_DIRECTION.test(name),
    "Remove the characters that change the direction of the text.",
  );

export function isDisplayName(text: string): boolean {
  return DisplayName.safeParse(text).success;
}
