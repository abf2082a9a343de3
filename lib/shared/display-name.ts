import { oneLine, SEEN } from "./fields.ts";
import { showsNothing } from "./plain-text.ts";
import { keepsDirection } from "./text-direction.ts";

/** Unicode characters (code points), so that an emoji counts like a letter. */
export const NAME_LENGTH = 64;

/** A person's name as others see it. It is refused and not cleaned: whoever they are called, they have typed it. */
export const DisplayName = oneLine(NAME_LENGTH)
  .refine((name) => !showsNothing(name), SEEN)
  .refine(keepsDirection, "Remove the characters that change the direction of the text.");

export function isDisplayName(text: string): boolean {
  return DisplayName.safeParse(text).success;
}
