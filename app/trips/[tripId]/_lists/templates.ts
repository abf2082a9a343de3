import type { ItemList } from "#lib/shared/items.ts";
import { packingTemplates } from "./packing-templates.ts";
import { todoTemplates } from "./todo-templates.ts";

/** A text in English and in Chinese. */
export type Words = readonly [en: string, zh: string];

export interface Template {
  id: string;
  name: Words;
  sections: readonly { title: Words; items: readonly Words[] }[];
}

export function templatesOf(list: ItemList): readonly Template[] {
  return list === "packing" ? packingTemplates : todoTemplates;
}

export function inLanguage([en, zh]: Words, language: "en" | "zh"): string {
  return language === "zh" ? zh : en;
}
