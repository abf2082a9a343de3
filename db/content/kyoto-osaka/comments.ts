import type { CommentWithTargetName } from "#db/content/trip-template.ts";

export const kyotoOsakaComments: CommentWithTargetName[] = [
  {
    stop: null,
    author: "mika",
    body: {
      en: "I put everything that needs a booking in the notes. So far: Junsei, and a river table in Pontocho if we go in summer.",
      zh: "需要预订的我都写在备注里了。目前是顺正，夏天去的话还有先斗町的纳凉床。",
    },
  },
  {
    stop: "Fushimi Inari Taisha",
    author: "jonas",
    body: {
      en: "07:00 hurts, but I looked at photos from 10:00 and I am convinced.",
      zh: "7 点有点痛苦，但我看了 10 点的照片，服了。",
    },
  },
  {
    stop: "Fushimi Inari Taisha",
    author: "chenchen",
    body: {
      en: "There is a convenience store right outside JR Inari. Coffee first, then stairs.",
      zh: "JR 稻荷站出来就有便利店，先喝咖啡再爬山。",
    },
  },
  {
    stop: "Kiyomizu-dera",
    author: "chenchen",
    body: {
      en: "Can we be up there by 16:30 at the latest? In winter it is dark at five.",
      zh: "最晚 16:30 能到吗？冬天五点天就黑了。",
    },
  },
  {
    stop: "Nishiki Market, lunch",
    author: "mika",
    body: {
      en: "Please no big breakfast that day. I counted eleven things I want to try.",
      zh: "那天早饭别吃太多，我数了数有十一样想吃的。",
    },
  },
  {
    stop: "Kinkaku-ji, the Golden Pavilion",
    author: "jonas",
    body: {
      en: "Is it too much after Arashiyama? We could swap it with Nijo Castle from the ideas.",
      zh: "岚山之后再去会不会太赶？可以跟想法里的二条城换一下。",
    },
  },
  {
    stop: "Kinkaku-ji, the Golden Pavilion",
    author: "mika",
    body: {
      en: "I walked it last time: a flat 20 minutes from Ryoan-ji, and we are done before four. Keep it?",
      zh: "上次我走过，从龙安寺过去平路 20 分钟，四点前就结束了。留着吧？",
    },
  },
  {
    stop: "Nara: Todai-ji and the deer",
    author: "chenchen",
    body: {
      en: "All three of us voted for the deer. Could it take the fourth morning instead of Ginkaku-ji?",
      zh: "我们三个都投了小鹿。第四天上午能不能用它换掉银阁寺？",
    },
  },
  {
    stop: null,
    reservation: "Hotel Kanra Kyoto, three nights",
    author: "mika",
    body: {
      en: "They hold our bags from eight in the morning, I asked. The cypress bath is in both rooms.",
      zh: "我问过了，早上八点就能寄存行李。两间房都有桧木浴缸。",
    },
  },
  {
    stop: null,
    reservation: "Hotel Kanra Kyoto, three nights",
    author: "jonas",
    body: {
      en: "Who wakes the other room for Fushimi Inari?",
      zh: "去伏见稻荷那天谁负责叫醒隔壁？",
    },
  },
];
