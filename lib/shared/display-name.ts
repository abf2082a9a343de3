import { oneLine } from "./fields.ts";
import { keepsDirection } from "./text-direction.ts";

/** Unicode characters (code points), so that an emoji counts like a letter. */
export const NAME_LENGTH = 64;

/**
 * Shows nothing of its own; between other characters it may join an emoji or pick its look. Beside what Unicode calls
 * ignorable: blank braille, a note head that is not drawn, and the marks of annotations.
 */
const SHOWS_NOTHING =
  /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800\u{1d159}\ufff9-\ufffb]*$/u;

/** A person's name as others see it. It is refused and not cleaned: whoever they are called, they have typed it. */
export const DisplayName = oneLine(NAME_LENGTH)
  .refine((name) => !SHOWS_NOTHING.test(name), "Fill this in with characters that can be seen.")
  .refine(keepsDirection, "Remove the characters that change the direction of the text.");

export function isDisplayName(text: string): boolean {
  return DisplayName.safeParse(text).success;
}
