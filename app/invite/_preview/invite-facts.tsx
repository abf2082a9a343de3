"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { strongQuiet } from "#app/_ui/rich.tsx";
import type { InvitePreview } from "#lib/shared/invites.ts";

/** The trip's dates, its number of members, and the role that the invite gives. */
export function InviteFacts({ invite }: { invite: InvitePreview }) {
  const t = useTranslations("invite");
  const formats = useFormats();
  const { startDate, endDate } = invite;
  const facts = [
    startDate && endDate ? formats.range(startDate, endDate) : null,
    t("people", { count: invite.memberCount }),
  ];
  return (
    <>
      <p>{facts.filter(Boolean).join(" · ")}</p>
      <p className="mt-4">{t(invite.role)}</p>
      {invite.placeholderName === null ? null : (
        <p className="mt-1">{t.rich("placeholder", { name: invite.placeholderName, b: strongQuiet })}</p>
      )}
    </>
  );
}
