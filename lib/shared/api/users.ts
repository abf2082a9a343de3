import { PreferencesDto, PreferencesPatch } from "../preferences.ts";
import { endpoint } from "./endpoint.ts";

const preferences = {
  path: "/api/users/me/preferences",
  access: "user",
  guests: true,
  response: PreferencesDto,
  status: 200,
} as const;

export const usersApi = {
  getPreferences: endpoint({
    ...preferences,
    id: "users.getPreferences",
    method: "GET",
    summary: "The caller's preferences.",
  }),
  updatePreferences: endpoint({
    ...preferences,
    id: "users.updatePreferences",
    method: "PATCH",
    summary: "Change preferences; answers the written row.",
    body: PreferencesPatch,
  }),
};
