import type { TemplateDay } from "#db/content/trip-template.ts";

export const kyotoOsakaDays: TemplateDay[] = [
  {
    title: { en: "Arrive, Gion at dusk", zh: "抵达，黄昏的祇园" },
    notes: {
      en: "An easy first day. Check-in is at 15:00, so drop the bags first and come back for a nap after Sanjusangen-do. Buy an ICOCA card each (or add one to your phone): it pays for trains, buses, lockers and convenience stores.",
      zh: "第一天放松一点。酒店 15:00 才能入住，先去寄存行李，看完三十三间堂再回来睡一觉。每人办一张 ICOCA（手机也可以加），地铁、公交、储物柜和便利店都能刷。",
    },
  },
  {
    title: { en: "Fushimi Inari early, Higashiyama on foot", zh: "清晨的伏见稻荷，步行东山" },
    notes: {
      en: "Leave at 06:30; it is the one early start that pays off most. After the market go back to the hotel for two hours, because the afternoon is all slopes and stairs. Flat shoes that slip off easily: you take them off at every temple hall.",
      zh: "06:30 出发，整趟旅行里最值得早起的就是这一天。逛完市场回酒店休息两小时，下午全是坡道和台阶。穿好脱的平底鞋，进寺院殿堂都要脱鞋。",
    },
  },
  {
    title: { en: "Arashiyama, then the Golden Pavilion", zh: "岚山与金阁寺" },
    notes: {
      en: "West side in one loop: JR out to Saga-Arashiyama, the Randen tram across, a city bus home. No backtracking. If it rains, do Tenryu-ji from the covered veranda and skip Okochi Sanso.",
      zh: "西边一圈走完：JR 到嵯峨岚山，岚电横穿，市巴士回程，不走回头路。下雨的话，在天龙寺的檐廊下看庭园，跳过大河内山庄。",
    },
  },
  {
    title: { en: "Philosopher's Path, on to Osaka", zh: "哲学之道，转往大阪" },
    notes: {
      en: "Check out by 11:00: leave the bags at the front desk before breakfast. A light day with one train, so there is room for an idea or two if everybody is awake.",
      zh: "11:00 前退房，早饭前先把行李交给前台。今天只有一段火车，行程宽松，大家有精神的话可以从想法里再挑一两个。",
    },
  },
  {
    title: { en: "Osaka, and the flight home", zh: "大阪半日，返程" },
    notes: {
      en: "Works for a flight from 19:00 on. For an earlier one drop Kuromon, then Shinsekai. Luggage stays at the hotel until about 15:30; Namba Station is ten minutes from there on foot.",
      zh: "适合 19:00 以后的航班。更早的话先去掉黑门市场，再去掉新世界。行李在酒店放到 15:30 左右，走到难波站十分钟。",
    },
  },
];
