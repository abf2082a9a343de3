import type { DecisionWithCandidateNames } from "#db/content/trip-template.ts";

export const lisbonDecisions: DecisionWithCandidateNames[] = [
  {
    title: { en: "The last morning", zh: "最后一个上午" },
    notes: null,
    candidates: ["Feira da Ladra flea market", "National Tile Museum", "MAAT"],
    daysBefore: 5,
    dayIndex: 3,
  },
];
