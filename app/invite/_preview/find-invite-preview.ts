import { cache } from "react";
import { freshDatabase } from "#lib/server/process/database.ts";
import { findInvite, previewOf } from "#lib/server/invites/accept-invite.ts";
import type { Viewer } from "#lib/server/access/session.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type InvitePreview, InviteToken } from "#lib/shared/invites.ts";

/** Returns what an invite leads to, for anyone who has the link; null when it is not or no longer valid. */
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
