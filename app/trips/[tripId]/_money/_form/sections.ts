import type { FormField } from "./form-problems.ts";

/** Lines of the form that open. */
export type Section = "payers" | "split" | "day" | "more";

/** The line behind which a field stands; null: it is always in view. */
export function sectionOf(field: FormField): Section | null {
  if (field === "payers" || field.startsWith("payer.")) return "payers";
  if (field === "spentOn" || field === "nights") return "day";
  return ["amount", "title", "rate", "charged"].includes(field) ? null : "split";
}
