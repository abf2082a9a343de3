import type { ItemList } from "#lib/shared/items.ts";
import { packingTemplates } from "./packing-templates.ts";
import { todoTemplates } from "./todo-templates.ts";

/** A text in English and in Chinese. */
export type BilingualText = readonly [en: string, zh: string];

export interface Template {
  id: string;
  name: BilingualText;
  sections: readonly { title: BilingualText; items: readonly BilingualText[] }[];
}

export function templatesOf(list: ItemList): readonly Template[] {
  return list === "packing" ? packingTemplates : todoTemplates;
}

export function textInLanguage([en, zh]: BilingualText, language: "en" | "zh"): string {
  return language === "zh" ? zh : en;
}
