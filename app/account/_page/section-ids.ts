/** The sections of the page in their order; each id is also the key of its heading's text. */
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
