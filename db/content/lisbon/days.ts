import type { TemplateDay } from "#db/content/trip-template.ts";

export const lisbonDays: TemplateDay[] = [
  {
    title: { en: "Arrive, Alfama and fado", zh: "抵达，阿尔法玛与法朵" },
    notes: {
      en: "Go up to the castle by tuk-tuk, taxi or bus 737 and walk down: the whole afternoon is then downhill. Pavements are polished limestone, so rubber soles. Two free hours at the hotel before fado, which starts late.",
      zh: "上城堡坐嘟嘟车、打车或 737 路公交，然后一路走下来，整个下午都是下坡。路面是磨得发亮的石灰石，穿橡胶底的鞋。法朵开场晚，晚饭前回酒店歇两小时。",
    },
  },
  {
    title: { en: "Belém, and sunset over the river", zh: "贝伦区，河上日落" },
    notes: {
      en: "Not on a Monday: the monastery is closed. Take the train from Cais do Sodré to Belém (7 minutes) rather than tram 15E, which is full by nine. Sunset is around 17:15 in December and 21:00 in June: swap it with dinner as needed.",
      zh: "别排在周一，修道院休息。从索德雷码头坐火车到贝伦只要 7 分钟，比 9 点就挤满的 15E 电车好。日落 12 月约 17:15，6 月约 21:00，必要时和晚餐对调。",
    },
  },
  {
    title: { en: "Sintra", zh: "辛特拉" },
    notes: {
      en: "A weekday if you can. Buy the timed Pena ticket online, first slot, and be on the train at eight. It is cool and often foggy up there even in August: take a jacket. Everything after Pena is downhill.",
      zh: "尽量选工作日。佩纳宫在网上买最早场次的分时票，八点上火车。山上八月也凉，常有雾，带件外套。看完佩纳宫之后一路下坡。",
    },
  },
  {
    title: { en: "Chiado, seafood and goodbye", zh: "希亚多，海鲜与告别" },
    notes: {
      en: "Check out by 12:00 and leave the bags at the hotel; everything today is within a short walk of it. Fits flights from 19:30. On Tuesday or Saturday the Feira da Ladra flea market, in the ideas, is the better morning.",
      zh: "12:00 前退房，行李寄存在酒店，今天去的地方都在附近。适合 19:30 以后的航班。赶上周二或周六，上午可以换成想法里的女贼市集。",
    },
  },
];
