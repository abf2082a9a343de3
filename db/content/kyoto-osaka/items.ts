import type { TemplateItem } from "#db/content/trip-template.ts";

const papers = { en: "Papers", zh: "证件" };
const clothes = { en: "Clothes", zh: "衣物" };
const plain = { assignee: null, daysBefore: null, isDone: false };

export const kyotoOsakaItems: TemplateItem[] = [
  { ...plain, list: "packing", section: papers, text: { en: "Passports", zh: "护照" } },
  {
    ...plain,
    list: "packing",
    section: papers,
    text: { en: "IC cards from last time", zh: "上次剩下的交通卡" },
    assignee: "mika",
    isDone: true,
  },
  {
    ...plain,
    list: "packing",
    section: clothes,
    text: { en: "Shoes that come off easily, and good socks", zh: "好穿脱的鞋，体面的袜子" },
  },
  {
    ...plain,
    list: "packing",
    section: clothes,
    text: { en: "A layer for the early morning", zh: "清晨穿的外套" },
  },
  {
    ...plain,
    list: "packing",
    section: null,
    text: { en: "Power adapter, type A", zh: "A 型转换插头" },
    assignee: "jonas",
  },
  {
    ...plain,
    list: "todo",
    section: null,
    text: { en: "Book Junsei by telephone", zh: "打电话订顺正" },
    assignee: "mika",
    daysBefore: 10,
  },
  {
    ...plain,
    list: "todo",
    section: null,
    text: { en: "Buy the Haruka and Rapi:t e-tickets", zh: "买 Haruka 和 Rapi:t 电子票" },
    assignee: "chenchen",
    daysBefore: 3,
  },
  {
    ...plain,
    list: "todo",
    section: null,
    text: { en: "Reserve a pocket Wi-Fi or eSIM", zh: "订随身 Wi-Fi 或 eSIM" },
    daysBefore: 5,
    isDone: true,
  },
];
