import type { CommentWithTargetName } from "#db/content/trip-template.ts";

export const lisbonComments: CommentWithTargetName[] = [
  {
    stop: null,
    author: "ines",
    body: {
      en: "Rule for this trip: one big hill a day, the rest by tram, tuk-tuk or downhill.",
      zh: "这趟的规矩：一天只爬一个大坡，其余坐电车、嘟嘟车或者往下走。",
    },
  },
  {
    stop: "Parreirinha de Alfama, dinner and fado",
    author: "max",
    body: {
      en: "Shall we arrive at eight or after the first set? I would like to eat while it is still quiet.",
      zh: "我们八点到，还是等第一段唱完？我想趁安静先吃饭。",
    },
  },
  {
    stop: "Parreirinha de Alfama, dinner and fado",
    author: "ines",
    body: {
      en: "Eight. Nobody may order during the songs, so we should have plates in front of us by nine.",
      zh: "八点。唱歌时不能点菜，九点前菜要上齐。",
    },
  },
  {
    stop: "Pastéis de Belém",
    author: "xiaoyu",
    body: {
      en: "I want a blind tasting: these against Manteigaria on the last day.",
      zh: "我要盲测：这家对最后一天的 Manteigaria。",
    },
  },
  {
    stop: "Pena Palace",
    author: "xiaoyu",
    body: {
      en: "The 09:30 slot for four is still there three weeks before, gone one week before. I will keep an eye on it.",
      zh: "四个人的 09:30 场，提前三周还有，提前一周就没了，我来盯着。",
    },
  },
  {
    stop: "Castelo dos Mouros",
    author: "max",
    body: {
      en: "If it is foggy I vote for a longer lunch.",
      zh: "要是起雾，我投多吃一会儿午饭。",
    },
  },
  {
    stop: "Feira da Ladra flea market",
    author: "max",
    body: {
      en: "This gets my vote for the last morning. Manteigaria first, then down to Santa Clara?",
      zh: "最后一天上午我投这个。先去 Manteigaria，再去圣克拉拉？",
    },
  },
];
