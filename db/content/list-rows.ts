import type { TripTemplate } from "#db/content/trip-template.ts";

/** The rows of all list resources in the two templates. */
export const kyotoOsakaLists: TripTemplate["lists"] = {
  link: [
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
  ],
};

export const lisbonLists: TripTemplate["lists"] = {
  link: [
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
  ],
};
