import type { TemplateItem } from "#db/content/trip-template.ts";

const plain = { section: null, assignee: null, daysBefore: null, isDone: false };

export const lisbonItems: TemplateItem[] = [
  { ...plain, list: "packing", text: { en: "Shoes for wet cobblestones", zh: "走湿石板路的鞋" } },
  {
    ...plain,
    list: "packing",
    text: { en: "A warm layer for Sintra", zh: "去辛特拉穿的外套" },
    isDone: true,
  },
  {
    ...plain,
    list: "todo",
    text: { en: "Buy the Pena Palace tickets", zh: "买佩纳宫的票" },
    assignee: "xiaoyu",
    daysBefore: 21,
  },
  {
    ...plain,
    list: "todo",
    text: { en: "Load the Navegante cards with zapping money", zh: "给 Navegante 卡充 zapping 余额" },
    assignee: "max",
    daysBefore: 0,
  },
];
