import type { GenericEndpointContext } from "better-auth";
import { APIError } from "better-auth/api";
import * as z from "zod";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { findSession, type Viewer } from "#lib/server/access/session.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";
import { requestHeaders } from "./row-hooks.ts";

/* Checks for requests that better-auth would accept and this service refuses. */

export async function guardRequest(
  context: GenericEndpointContext,
  body: Record<string, unknown>,
): Promise<undefined> {
  if (context.path === "/unlink-account") await refusePassword(context, body);
  if (context.path === "/change-email") await refuseWithoutInbox(context);
}

/**
 * Refuses to unlink the password of an account: somebody with only a session must not be able to remove the password
 * that other checks require.
 */
async function refusePassword(
  context: GenericEndpointContext,
  { accountId }: Record<string, unknown>,
): Promise<void> {
  const viewer = await viewerOf(context);
  if (!viewer) return;
  // The account is found by its row's id, which is all that the path accepts.
  const own = await context.context.internalAdapter.findAccounts(viewer.userId);
  if (own.find(({ id }) => id === accountId)?.providerId !== "credential") return;
  const message = "A password can be changed, not removed.";
  throw new APIError("BAD_REQUEST", { code: "PASSWORD_STAYS", message });
}

/**
 * Refuses links for a change of address to an account without an inbox: the links first go to the current inbox, and a
 * code to the new inbox proves as much.
 */
async function refuseWithoutInbox(context: GenericEndpointContext): Promise<void> {
  const viewer = await viewerOf(context);
  if (!viewer || !isPlaceholderEmail(viewer.user.email)) return;
  const message = "Add the address by code: /email-otp/request-email-change, then /email-otp/change-email.";
  throw new APIError("BAD_REQUEST", { code: "NO_EMAIL_YET", message });
}

const ChangeLink = z.object({ updateTo: z.string(), userId: z.string() });

/**
 * Refuses the link of a change of address without the session of the user who requested it. Programs open links in
 * mails, and so may the owner of an address that somebody else would like to have.
 */
export async function requireOwnLink(context: GenericEndpointContext): Promise<undefined> {
  // better-auth checks the token's signature; here its content only decides who has to be signed in.
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

/** Returns the caller. better-auth's own lookup does not yet see bearer tokens when these checks run. */
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
