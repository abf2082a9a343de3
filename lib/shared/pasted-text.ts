import * as z from "zod";
import { lineField, WallTime } from "./fields.ts";
import { LINK_PROBLEMS } from "./link-problems.ts";
import { MAX_PASTED_CHARACTERS } from "./pasted-limits.ts";
import { isPlainText } from "./plain-text.ts";
import { PlaceDto } from "./places.ts";

const MAX_LINKS = 200;
/** Maximum length of a link in characters; links of maps are long. */
const MAX_LINK = 2000;

export const PastedText = z.strictObject({
  text: z
    .string()
    .max(MAX_PASTED_CHARACTERS, `At most ${MAX_PASTED_CHARACTERS} characters at once. Paste it in parts.`)
    .refine((text) => text.trim() !== "", "Paste some text.")
    .refine(isPlainText, "Remove control characters.")
    .refine((text) => text.isWellFormed(), "This text has a broken character.")
    .meta({ description: "as it was copied, with its line breaks" }),
  links: z
    .array(z.strictObject({ text: lineField(300), href: lineField(MAX_LINK) }))
    .max(MAX_LINKS, `At most ${MAX_LINKS} links at once. Paste it in parts.`)
    .optional()
    .meta({ description: "links of a copied page, by the words of the text that carry them" }),
});
export type PastedText = z.infer<typeof PastedText>;

/**
 * The result for one part of the pasted text. `found`: its place was found. `unsure`: the found place may not be the
 * one that is meant, since it is far from the trip, or is a whole town or region that a sentence names. `planned`: the
 * place is in the plan already. `repeated`: an earlier part has the same place. `none`: no place has this name. `link`:
 * the link gives no place. `no_name`: a heading, or a row or sentence without a name. `later`: the part was not looked
 * up yet.
 */
export const PASTE_OUTCOMES = [
  "found",
  "unsure",
  "planned",
  "repeated",
  "none",
  "link",
  "no_name",
  "later",
] as const;

export const PastedPart = z
  .object({
    source: z.string().meta({ description: "the line or words of the paste, shortened where they are long" }),
    line: z.int().min(1).meta({ description: "which line of the paste it begins on" }),
    outcome: z.enum(PASTE_OUTCOMES).meta({ description: "more may come" }),
    name: z.string().nullable().meta({ description: "what a stop of it would be called" }),
    place: PlaceDto.nullable(),
    startTime: WallTime.nullable().meta({ description: "the time that stands in front of it" }),
    endTime: WallTime.nullable(),
    link: z.enum(LINK_PROBLEMS).optional().meta({ description: "of `link`: why it gives none" }),
  })
  .meta({ id: "PastedPart" });
export type PastedPart = z.infer<typeof PastedPart>;

export const PasteReading = z
  .object({
    parts: z.array(PastedPart).meta({ description: "in the order of the text; each line is in one of them" }),
    rest: z
      .string()
      .nullable()
      .meta({ description: "what was not looked up yet, to be sent as a text of its own; null: nothing" }),
  })
  .meta({ id: "PasteReading" });
export type PasteReading = z.infer<typeof PasteReading>;
