import { getTranslations } from "#app/_i18n/get-translations.ts";
import { MapThumbnail } from "#app/_shell/map-thumbnail.tsx";
import { strongQuiet } from "#app/_ui/rich.tsx";
import type { InvitePreview } from "#lib/shared/invites.ts";

/** Above the trip's title: its drawn map, and who invites. */
export async function InviteCard({ invite }: { invite: InvitePreview }) {
  const t = await getTranslations("invite");
  return (
    <>
      <MapThumbnail seed={invite.tripId} className="mb-5 h-28 w-42" />
      <p className="mb-1 text-text-3">
        {t.rich("invitedBy", {
          name: invite.invitedBy,
          b: strongQuiet,
        })}
      </p>
    </>
  );
}
