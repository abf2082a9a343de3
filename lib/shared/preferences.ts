import * as z from "zod";
import { AT_LEAST_ONE_FIELD, atLeastOneField, Instant } from "./fields.ts";
import { NotificationSettings } from "./notifications.ts";

const fields = {
  agentPanelCollapsed: z.boolean(),
  language: z.enum(["en", "zh"]).nullable().meta({ description: "null: as the client asks" }),
  theme: z.enum(["light", "dark", "system"]),
  units: z.enum(["metric", "imperial"]).nullable().meta({ description: "null: as the language has it" }),
  notifications: NotificationSettings.meta({
    description: "by kind; a PATCH changes the kinds that it names",
  }),
};

export const PreferencesPatch = z.strictObject(fields).partial().refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type PreferencesPatch = z.infer<typeof PreferencesPatch>;

export const PreferencesDto = z.object({ ...fields, updatedAt: Instant }).meta({ id: "Preferences" });
export type PreferencesDto = z.infer<typeof PreferencesDto>;
