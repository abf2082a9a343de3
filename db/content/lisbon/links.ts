import type { TripTemplate } from "#db/content/trip-template.ts";

export const lisbonLinks: TripTemplate["lists"]["link"] = [
  {
    title: { en: "Lisbon travel guide", zh: "里斯本官方旅游指南" },
    url: "https://www.visitlisboa.com/en",
    notes: null,
  },
  {
    title: { en: "Trams and buses", zh: "有轨电车与公交车" },
    url: "https://www.carris.pt/en/",
    notes: { en: "Tram 28 is emptiest before nine", zh: "28 路电车在九点前最空" },
  },
  {
    title: { en: "Trains to Sintra and Cascais", zh: "前往辛特拉和卡斯凯什的火车" },
    url: "https://www.cp.pt/passageiros/en",
    notes: null,
  },
];
