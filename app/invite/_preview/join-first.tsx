"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { GuestForm } from "#app/invite/_preview/guest-form.tsx";
import { InviteFacts } from "#app/invite/_preview/invite-facts.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { textLink } from "#app/_ui/text-link.tsx";
import type { InvitePreview } from "#lib/shared/invites.ts";

type JoinFirstProps = {
  token: string;
  invite: InvitePreview;
  /** Whether the user is a guest of another trip; a guest can be in one trip only. */
  isGuest: boolean;
};

/**
 * The actions for a user without an account: creating one or signing in, both of which lead back to this invite, or
 * entering as a guest.
 */
export function JoinOptions({ token, invite, isGuest }: JoinFirstProps) {
  const t = useTranslations("invite");
  const here = `/invite/${token}`;
  const note = isGuest ? "guestElsewhere" : invite.isPersonal ? "personal" : null;
  return (
    <>
      <InviteFacts invite={invite} />
      {note ? (
        <InlineAlert tone="info" className="mt-4">
          {t(note)}
        </InlineAlert>
      ) : null}
      <ButtonLink href={withNext("/sign-up", here)} tone="primary" size="wide" className="mt-6">
        {t("createAccount")}
      </ButtonLink>
      <p className="mt-5 text-center text-sm text-text-3">
        {t.rich("haveAccount", {
          a: (words) => textLink(withNext("/sign-in", here), words),
        })}
      </p>
      {note ? null : <GuestForm token={token} name={invite.placeholderName ?? ""} />}
    </>
  );
}
