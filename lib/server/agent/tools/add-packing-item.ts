import * as z from "zod";
import { labelField } from "#lib/shared/fields.ts";
import { StepRefused } from "../refusals.ts";
import type { ToolRun } from "../tool.ts";
import type { SharedTrip } from "./shared-trip.ts";
import { quoteName } from "./short-text.ts";
import { writeTool } from "./write-tool.ts";

export const addPackingItem = writeTool({
  name: "add_packing_item",
  description: "Adds one thing to the packing list that everybody sees.",
  input: z.strictObject({
    text: labelField(300).describe("one thing, in the language that the group writes in"),
  }),
  about: ({ text }) => ({ name: text }),
  deed(run, trip, { text }) {
    if (isListed(run, trip, text)) {
      throw new StepRefused("ALREADY_THERE", `${quoteName(text)} is on the packing list already.`);
    }
    return {
      changes: [{ op: "items.create", input: { list: "packing", text } }],
      summary: {
        en: `Added ${quoteName(text)} to the packing list.`,
        zh: `在行李清单中加入了${quoteName(text)}。`,
      },
      about: { name: text },
    };
  },
});

function isListed({ proposed }: ToolRun, { items }: SharedTrip, text: string): boolean {
  const listed = items.flatMap((item) => (item.list === "packing" ? [item.text] : []));
  const asked = proposed.flatMap(({ op, input }) => (op === "items.create" ? [String(input["text"])] : []));
  const same = text.toLowerCase();
  return [...listed, ...asked].some((each) => each.toLowerCase() === same);
}
