import { CaptionedCover } from "#app/_cover/captioned-cover.tsx";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { strongQuiet } from "#app/_ui/rich.tsx";
import { env } from "#lib/server/env/env.ts";
import { mapSources } from "#lib/server/open-services/map-sources.ts";
import type { InvitePreview } from "#lib/shared/invites.ts";

/** The part above the trip's title: its cover, and who invites. */
export async function InviteCard({ token, invite }: { token: string; invite: InvitePreview }) {
  const t = await getTranslations("invite");
  return (
    <>
      <div className="mb-4">
        <ClientMessages of={["covers"]}>
          <CaptionedCover
            of={{ token }}
            title={invite.tripTitle}
            mapSources={mapSources(env())}
            className="h-42 w-full"
          />
        </ClientMessages>
      </div>
      <p className="mb-1 text-text-3">
        {t.rich("invitedBy", {
          name: invite.invitedBy,
          b: strongQuiet,
        })}
      </p>
    </>
  );
}
