import * as z from "zod";
import type { DocumentedEndpoint } from "./endpoint.ts";

/*
 * better-auth answers the authentication endpoints, not our routes: these objects only document them. A test compares
 * them with the paths that are open.
 */

export const email = z.email();
export const password = z.string().min(8).max(128);
export const otp = z.string().regex(/^\d{6}$/);
export const EmailAndCode = z.object({ email, otp });
export const callbackURL = z
  .string()
  .optional()
  .meta({ description: "where the browser goes on; a trusted origin" });
export const SuccessAnswer = z.object({ success: z.boolean() });
export const StatusAnswer = z.object({ status: z.boolean() });

interface Shapes {
  access?: "public" | "user";
  body?: z.ZodType;
  params?: z.ZodObject;
  query?: z.ZodObject;
  response?: z.ZodType;
  status?: DocumentedEndpoint["status"];
}

export function authEndpoint(
  id: string,
  method: "GET" | "POST",
  path: `/api/${string}`,
  summary: string,
  { access = "public", status = 200, ...shapes }: Shapes = {},
): DocumentedEndpoint {
  return { id: `auth.${id}`, method, path, access, summary, status, ...shapes };
}
