/** The parts of the page in their order; each names its heading among the texts too. */
export const sectionIds = [
  "profile",
  "notifications",
  "email",
  "password",
  "twoFactor",
  "methods",
  "devices",
  "data",
] as const;
export type SectionId = (typeof sectionIds)[number];
