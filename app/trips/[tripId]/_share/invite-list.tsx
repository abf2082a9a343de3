"use client";

import { Link2, Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useInvites, useRevokeInvite } from "#lib/client/invites.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { InviteDto } from "#lib/shared/invites.ts";
import { usePeople } from "../_shell/people.tsx";

/** Links that still work, with a way to stop each. */
export function InviteList({ tripId }: { tripId: string }) {
  const t = useTranslations("trip-share");
  const invites = useInvites(tripId, { enabled: true });
  const revoke = useRevokeInvite(tripId);
  if (invites.isPending) return <Skeleton className="mb-5 h-10 w-full" />;
  if (invites.isError) {
    return (
      <InlineAlert className="pb-5">
        {t("invitesFailed")} <TextButton onClick={() => void invites.refetch()}>{t("retry")}</TextButton>
      </InlineAlert>
    );
  }
  if (invites.data.length === 0) return null;
  return (
    <section aria-labelledby="invites-head" className="pb-5">
      <h3 id="invites-head" className="text-xs font-semibold text-text-3">
        {t("openLinks")}
      </h3>
      <ul className="mt-1">
        {invites.data.map((invite) => (
          <InviteRow key={invite.id} invite={invite} onRevoke={() => revoke.mutate(invite.id)} />
        ))}
      </ul>
      {revoke.isError ? (
        <InlineAlert tone="danger" live>
          {t("revokeFailed")}
        </InlineAlert>
      ) : null}
    </section>
  );
}

function InviteRow({ invite, onRevoke }: { invite: InviteDto; onRevoke: () => void }) {
  const t = useTranslations("trip-share");
  const formats = useFormats();
  const { byMember } = usePeople();
  const by = byMember.get(invite.createdBy)?.name ?? t("someone");
  const until = formats.day(dateInZone(new Date(invite.expiresAt), formats.zone));
  const facts = [
    t("by", { name: by }),
    t("until", { day: until }),
    invite.maxUses === null
      ? t("used", { uses: invite.uses })
      : t("usedOf", { uses: invite.uses, max: invite.maxUses }),
  ];
  return (
    <li className="flex min-h-12 items-center gap-3">
      <Icon of={invite.email ? Mail : Link2} className="text-text-2" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">
          {invite.email ? t("linkFor", { email: invite.email }) : t(`invites.${invite.role}`)}
        </p>
        <p className="truncate text-xs text-text-3">{facts.join(" · ")}</p>
      </div>
      <Button
        size="sm"
        tone="plain"
        aria-label={t("revokeLabel", { facts: facts.join(", ") })}
        onClick={onRevoke}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
