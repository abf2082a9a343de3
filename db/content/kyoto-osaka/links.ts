import type { TripTemplate } from "#db/content/trip-template.ts";

export const kyotoOsakaLinks: TripTemplate["lists"]["link"] = [
  {
    title: { en: "Kyoto City travel guide", zh: "京都市官方旅游指南" },
    url: "https://kyoto.travel/en/",
    notes: { en: "How busy the sights are, by the hour", zh: "可按小时查看景点的拥挤程度" },
  },
  {
    title: { en: "Osaka travel guide", zh: "大阪官方旅游指南" },
    url: "https://osaka-info.jp/en/",
    notes: null,
  },
  {
    title: { en: "Weather warnings for Japan", zh: "日本气象厅的天气警报" },
    url: "https://www.jma.go.jp/jma/indexe.html",
    notes: null,
  },
];
