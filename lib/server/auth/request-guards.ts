import type { GenericEndpointContext } from "better-auth";
import { APIError } from "better-auth/api";
import * as z from "zod";
import { freshDatabase } from "#lib/server/database.ts";
import { env } from "#lib/server/env.ts";
import { findSession, type Viewer } from "#lib/server/session.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";
import { requestHeaders } from "./row-hooks.ts";

/* What better-auth would take and this service does not. */

export async function guard(
  context: GenericEndpointContext,
  body: Record<string, unknown>,
): Promise<undefined> {
  if (context.path === "/unlink-account") await refusePassword(context, body);
  if (context.path === "/change-email") await refuseWithoutInbox(context);
}

/** Whoever has a session only must not be able to take the password away that other doors ask for. */
async function refusePassword(
  context: GenericEndpointContext,
  { accountId }: Record<string, unknown>,
): Promise<void> {
  const viewer = await viewerOf(context);
  if (!viewer) return;
  // By the row's id, which is all that the path takes.
  const own = await context.context.internalAdapter.findAccounts(viewer.userId);
  if (own.find(({ id }) => id === accountId)?.providerId !== "credential") return;
  const message = "A password can be changed, not removed.";
  throw new APIError("BAD_REQUEST", { code: "PASSWORD_STAYS", message });
}

/** The links ask the present inbox first, and here is none: a code to the new one proves as much. */
async function refuseWithoutInbox(context: GenericEndpointContext): Promise<void> {
  const viewer = await viewerOf(context);
  if (!viewer || !isPlaceholderEmail(viewer.user.email)) return;
  const message = "Add the address by code: /email-otp/request-email-change, then /email-otp/change-email.";
  throw new APIError("BAD_REQUEST", { code: "NO_EMAIL_YET", message });
}

const ChangeLink = z.object({ updateTo: z.string(), userId: z.string() });

/**
 * The links of a change of address are for who asked for it. Programs open links that are mailed, and so may the owner
 * of an address that somebody else would like to have: without the session of the one who asked, nothing happens.
 */
export async function requireOwnLink(context: GenericEndpointContext): Promise<undefined> {
  // better-auth checks the signature; what this reads decides only who has to sign in.
  const change = ChangeLink.safeParse(payloadOf(context.query?.token)).data;
  if (!change) return undefined;
  const viewer = await viewerOf(context);
  if (viewer?.userId === change.userId) return undefined;
  const page = new URL("/sign-in", env().BASE_URL);
  const link = context.request ? new URL(context.request.url) : null;
  if (viewer) page.searchParams.set("error", "INVALID_USER");
  else if (link) page.searchParams.set("next", `${link.pathname}${link.search}`);
  throw context.redirect(page.href);
}

/** Whose request it is. better-auth's own question does not see bearers yet where these checks stand. */
export function viewerOf(context: GenericEndpointContext): Promise<Viewer | null> {
  return findSession(freshDatabase(), requestHeaders(context));
}

function payloadOf(token: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());
  } catch {
    return null;
  }
}
