import type { TemplateMoney } from "#db/content/template-money.ts";

const shared = { among: null, reservation: null, isPrivate: false };

export const lisbonMoney: TemplateMoney = {
  budget: { total: 240_000, limits: { lodging: 80_000, food: 60_000, transport: 30_000, sights: 20_000 } },
  expenses: [
    {
      ...shared,
      title: { en: "Hotel Mundial, three nights", zh: "里斯本 Mundial 酒店，三晚" },
      category: "lodging",
      amount: 78_000,
      paidBy: [{ who: "ines", amount: 78_000 }],
      daysAgo: 26,
      reservation: "Hotel Mundial, three nights",
    },
    {
      ...shared,
      title: { en: "Flights from Zurich", zh: "苏黎世出发的机票" },
      category: "flights",
      amount: 57_400,
      currency: "CHF",
      rate: "1.0685",
      paidBy: [{ who: "max", amount: 57_400 }],
      daysAgo: 24,
    },
    {
      ...shared,
      title: { en: "Pena Palace, tickets", zh: "佩纳宫门票" },
      category: "sights",
      amount: 8000,
      paidBy: [
        { who: "xiaoyu", amount: 6000 },
        { who: "max", amount: 2000 },
      ],
      daysAgo: 13,
      reservation: "Pena Palace, four tickets for 09:30",
    },
    {
      ...shared,
      title: { en: "Fado dinner, deposit", zh: "法朵晚餐定金" },
      category: "food",
      amount: 4000,
      paidBy: [{ who: "xiaoyu", amount: 4000 }],
      daysAgo: 8,
      reservation: "Parreirinha de Alfama, table for four",
    },
    {
      ...shared,
      title: { en: "Viva Viagem cards, topped up", zh: "Viva Viagem 交通卡充值" },
      category: "transport",
      amount: 4550,
      paidBy: [{ who: "ines", amount: 4550 }],
      daysAgo: 3,
    },
  ],
  settlements: [
    {
      from: "xiaoyu",
      to: "ines",
      amount: 15_000,
      daysAgo: 2,
      note: { en: "Half of the hotel", zh: "酒店的一半" },
    },
  ],
};
