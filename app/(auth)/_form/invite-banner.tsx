import { CoverFrame } from "#app/_cover/cover-frame.tsx";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { getFormats } from "#app/_i18n/get-formats.ts";
import { strongQuiet } from "#app/_ui/rich.tsx";
import type { InvitePreview } from "#lib/shared/invites.ts";

/** Shows who invites the user to which trip, above the form. */
export async function InviteBanner({ invite }: { invite: InvitePreview }) {
  const [t, formats] = await Promise.all([getTranslations("auth"), getFormats()]);
  const { startDate, endDate } = invite;
  const facts = [
    startDate && endDate ? formats.range(startDate, endDate) : null,
    t("invitePeople", { count: invite.memberCount }),
    t("inviteRole", { role: invite.role }),
  ];
  return (
    <aside className="grid grid-cols-[84px_minmax(0,1fr)] items-center gap-3.5 pb-7">
      <CoverFrame seed={invite.tripId} className="h-16 w-full" />
      <div className="grid gap-px">
        <p className="text-sm text-text-3">
          {t.rich("invitedBy", {
            name: invite.invitedBy,
            b: strongQuiet,
          })}
        </p>
        <p className="line-clamp-2 font-medium wrap-anywhere">{invite.tripTitle}</p>
        <p className="text-xs text-text-3">{facts.filter(Boolean).join(" · ")}</p>
      </div>
    </aside>
  );
}
