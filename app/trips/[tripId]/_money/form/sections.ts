import type { FormField } from "./form-problems.ts";

/** The rows of the form that open. */
export type Section = "payers" | "split" | "day" | "more";

/** Returns the row that contains a field; null if the field is always visible. */
export function sectionOf(field: FormField): Section | null {
  if (field === "payers" || field.startsWith("payer.")) return "payers";
  if (field === "spentOn" || field === "nights") return "day";
  return ["amount", "title", "rate", "charged"].includes(field) ? null : "split";
}
