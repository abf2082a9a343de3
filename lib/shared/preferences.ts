import * as z from "zod";
import { AT_LEAST_ONE_FIELD, atLeastOneField, Instant } from "./fields.ts";

const fields = {
  agentPanelCollapsed: z.boolean(),
  language: z.enum(["en", "zh"]).nullable().meta({ description: "null: as the client asks" }),
  theme: z.enum(["light", "dark", "system"]),
};

export const PreferencesPatch = z.strictObject(fields).partial().refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type PreferencesPatch = z.infer<typeof PreferencesPatch>;

export const PreferencesDto = z.object({ ...fields, updatedAt: Instant }).meta({ id: "Preferences" });
export type PreferencesDto = z.infer<typeof PreferencesDto>;
