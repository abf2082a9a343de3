"use client";

import { useTranslations } from "next-intl";
import { InviteFacts } from "#app/invite/_preview/invite-facts.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { textLink } from "#app/_ui/text-link.tsx";
import type { InvitePreview } from "#lib/shared/invites.ts";

/** For someone without a session: an account first, then back to this invite. */
export function JoinFirst({ token, invite }: { token: string; invite: InvitePreview }) {
  const t = useTranslations("invite");
  const here = `/invite/${token}`;
  return (
    <>
      <InviteFacts invite={invite} />
      <ButtonLink href={withNext("/sign-up", here)} tone="primary" size="wide" className="mt-6">
        {t("createAccount")}
      </ButtonLink>
      <p className="mt-5 text-center text-sm text-text-3">
        {t.rich("haveAccount", {
          a: (words) => textLink(withNext("/sign-in", here), words),
        })}
      </p>
    </>
  );
}
