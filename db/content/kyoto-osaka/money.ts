import type { TemplateMoney } from "#db/content/template-money.ts";

const shared = { among: null, reservation: null, isPrivate: false };
/** The currency and rate of expenses in Singapore dollars; the travellers of the sample trip live in Singapore. */
const inDollars = { currency: "SGD", rate: "114.80" };

export const kyotoOsakaMoney: TemplateMoney = {
  budget: {
    total: 720_000,
    limits: { flights: 190_000, lodging: 240_000, food: 160_000, transport: 60_000, sights: 30_000 },
  },
  expenses: [
    {
      ...shared,
      ...inDollars,
      title: { en: "Flight SQ 618 to Osaka", zh: "SQ 618 航班飞往大阪" },
      category: "flights",
      amount: 162_000,
      paidBy: [
        { who: "me", amount: 97_200 },
        { who: "jonas", amount: 64_800 },
      ],
      daysAgo: 38,
      reservation: "Flight SQ 618 to Osaka",
    },
    {
      ...shared,
      title: { en: "Hotel Kanra Kyoto, three nights", zh: "京都 Kanra 酒店，三晚" },
      category: "lodging",
      amount: 174_000,
      paidBy: [{ who: "mika", amount: 174_000 }],
      daysAgo: 24,
      reservation: "Hotel Kanra Kyoto, three nights",
    },
    {
      ...shared,
      title: { en: "Cross Hotel Osaka, deposit", zh: "大阪 Cross 酒店，定金" },
      category: "lodging",
      amount: 31_000,
      paidBy: [{ who: "chenchen", amount: 31_000 }],
      daysAgo: 20,
      reservation: "Cross Hotel Osaka, one night",
    },
    {
      ...shared,
      ...inDollars,
      title: { en: "Ramen, while we planned all this", zh: "一起做攻略时吃的拉面" },
      category: "food",
      amount: 8640,
      paidBy: [{ who: "chenchen", amount: 8640 }],
      among: ["me", "jonas", "chenchen"],
      daysAgo: 17,
    },
    {
      ...shared,
      title: { en: "Guidebook and a paper map", zh: "旅游指南和纸质地图" },
      category: "shopping",
      amount: 2650,
      paidBy: [{ who: "jonas", amount: 2650 }],
      daysAgo: 15,
    },
    {
      ...shared,
      title: { en: "Pocket Wi-Fi, five days", zh: "随身 Wi-Fi，五天" },
      category: "communication",
      amount: 4400,
      paidBy: [{ who: "me", amount: 4400 }],
      daysAgo: 12,
    },
    {
      ...shared,
      ...inDollars,
      title: { en: "Seat fees that came back", zh: "退回的选座费" },
      category: "flights",
      amount: -4000,
      paidBy: [{ who: "jonas", amount: -4000 }],
      daysAgo: 9,
    },
    {
      ...inDollars,
      title: { en: "A birthday present for Mika", zh: "给 Mika 的生日礼物" },
      category: "shopping",
      amount: 4500,
      paidBy: [{ who: "me", amount: 4500 }],
      among: ["me", "jonas"],
      reservation: null,
      isPrivate: true,
      daysAgo: 6,
    },
  ],
  settlements: [
    {
      from: "jonas",
      to: "mika",
      amount: 30_000,
      daysAgo: 4,
      note: { en: "Bank transfer, for the hotel", zh: "银行转账，酒店的" },
    },
  ],
};
