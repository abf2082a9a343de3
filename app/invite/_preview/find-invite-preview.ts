import { cache } from "react";
import { freshDatabase } from "#lib/server/database.ts";
import { findInvite, previewOf } from "#lib/server/invites/accept-invite.ts";
import type { Viewer } from "#lib/server/session.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type InvitePreview, InviteToken } from "#lib/shared/invites.ts";

/** What an invite leads to, for anyone who holds the link; null when it no longer works or never did. */
export const findInvitePreview = cache(
  async (token: string, viewer: Viewer | null): Promise<InvitePreview | null> => {
    if (!InviteToken.safeParse(token).success) return null;
    try {
      const found = await findInvite(freshDatabase(), token, viewer?.userId ?? null, new Date());
      return previewOf(found, viewer?.user ?? null);
    } catch (error) {
      if (error instanceof AppError && error.code === "INVITE_GONE") return null;
      throw error;
    }
  },
);
