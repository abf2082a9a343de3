import type * as z from "zod";
import { labelField, paragraphField, WebUrl } from "../fields.ts";
import { listSchema } from "./list-schema.ts";

/** Web addresses that a group wants at hand: tickets, menus, timetables, a shared album. */
export const links = listSchema("link", {
  id: "Link",
  required: { title: labelField(200), url: WebUrl },
  optional: { notes: paragraphField(2000) },
});

export type LinkDto = z.infer<typeof links.Row>;
export type LinkPatch = z.infer<typeof links.Patch>;
