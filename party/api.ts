import * as z from "zod";

const ANSWER_WITHIN_MS = 5000;

export const RoomSettings = z.object({
  REALTIME_SECRET: z.string().min(32),
  API_URL: z.url().transform((url) => url.replace(/\/+$/, "")),
  /** The secret that gives the room access to an API whose deployment is protected, such as a preview. */
  API_BYPASS_SECRET: z.string().optional(),
  TRUSTED_ORIGINS: z.string().transform((list) => list.split(",").filter((origin) => origin !== "")),
});
export type RoomSettings = z.infer<typeof RoomSettings>;

/** The address of the API, and the function that sends requests to it. */
export interface Api {
  settings: RoomSettings;
  fetch: typeof fetch;
}

/** Sends a request for data that only rooms may read. Rejects when no answer comes in time. */
export function requestApi({ settings, fetch }: Api, path: string, body?: unknown): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${settings.REALTIME_SECRET}` });
  const { API_BYPASS_SECRET: bypass } = settings;
  if (bypass) headers.set("x-vercel-protection-bypass", bypass);
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const address = `${settings.API_URL}${path}`;
  if (body === undefined) return fetch(address, { headers, signal });
  headers.set("content-type", "application/json");
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body), signal });
}
