import type { DecisionWithCandidateNames } from "#db/content/trip-template.ts";

export const kyotoOsakaDecisions: DecisionWithCandidateNames[] = [
  {
    title: { en: "The half day that is left: deer, tea or castle?", zh: "剩下的半天：小鹿、抹茶还是城堡？" },
    notes: {
      en: "One of them fits the fourth morning, in place of Ginkaku-ji and the path.",
      zh: "三选一放进第四天上午，替换银阁寺和哲学之道。",
    },
    candidates: ["Nara: Todai-ji and the deer", "Uji: Byodo-in and tea", "Nijo Castle"],
    daysBefore: 7,
    dayIndex: 3,
  },
];
