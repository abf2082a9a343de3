import { strictLineField, VISIBLE_TEXT_MESSAGE } from "./fields.ts";
import { isInvisibleText } from "./plain-text.ts";
import { keepsDirection } from "./text-direction.ts";

/** Maximum length in Unicode characters (code points), so that an emoji counts like a letter. */
export const NAME_LENGTH = 64;

/**
 * A user's name as others see it. An invalid name is refused and not cleaned, because a name is stored exactly as its
 * user typed it.
 */
export const DisplayName = strictLineField(NAME_LENGTH)
  .refine((name) => !isInvisibleText(name), VISIBLE_TEXT_MESSAGE)
  .refine(keepsDirection, "Remove the characters that change the direction of the text.");

export function isDisplayName(text: string): boolean {
  return DisplayName.safeParse(text).success;
}
