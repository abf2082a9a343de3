"use client";

import { ChevronDown, Link2, Mail } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useInvites, useRevokeInvite } from "#lib/client/trips/invites.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { InviteDto } from "#lib/shared/invites.ts";
import { NeedsNetwork, useIsDisconnected } from "../_base/needs-network.tsx";
import { usePeople } from "../_base/people.tsx";

/** With more invites than this the list is folded. */
const FEW = 2;

/** Lists the valid invites, each with a button to revoke it. */
export function InviteList({ tripId }: { tripId: string }) {
  const t = useTranslations("trip-share");
  const invites = useInvites(tripId, { enabled: true });
  const revoke = useRevokeInvite(tripId);
  const isAway = useIsDisconnected();
  const listId = useId();
  const [isShown, setShown] = useState(false);
  if (!invites.data && isAway) return <NeedsNetwork what="invites" className="pb-4" />;
  if (invites.isPending) return <Skeleton className="mb-4 h-9 w-full touch:h-11" />;
  if (invites.isError) {
    return (
      <InlineAlert className="pb-4">
        {t("invitesFailed")} <TextButton onClick={() => void invites.refetch()}>{t("retry")}</TextButton>
      </InlineAlert>
    );
  }
  const links = invites.data;
  if (links.length === 0) return null;
  const isFolding = links.length > FEW;
  const isOpen = !isFolding || isShown;
  return (
    <section aria-labelledby={`${listId}-head`} className="pb-4">
      <h3 id={`${listId}-head`} className="text-xs font-semibold text-text-3">
        {isFolding ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setShown(!isShown)}
            className="-mx-2 flex h-9 w-[calc(100%+16px)] items-center gap-2 rounded-sm px-2 text-left hover:bg-hover touch:h-11"
          >
            <Icon of={Link2} className="text-text-2" />
            <span className="text-sm font-medium text-text">{t("openLinks")}</span>
            <span className="flex-1 font-normal">{links.length}</span>
            <Icon of={ChevronDown} className={cx("transition-transform", isOpen && "rotate-180")} />
          </button>
        ) : (
          t("openLinks")
        )}
      </h3>
      {isOpen ? (
        <ul id={listId} className={isFolding ? "" : "mt-1"}>
          {links.map((invite) => (
            <InviteRow key={invite.id} invite={invite} onRevoke={() => revoke.mutate(invite.id)} />
          ))}
        </ul>
      ) : null}
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
  const place = invite.memberId === null ? null : byMember.get(invite.memberId)?.name;
  const label = place
    ? t("placeholders.linkFor", { name: place })
    : invite.email
      ? t("linkFor", { email: invite.email })
      : t(`invites.${invite.role}`);
  const until = formats.day(dateInZone(new Date(invite.expiresAt), formats.zone));
  const facts = [
    // What distinguishes the invites comes first, because a phone may cut off the rest.
    invite.maxUses === null
      ? t("used", { uses: invite.uses })
      : t("usedOf", { uses: invite.uses, max: invite.maxUses }),
    t("until", { day: until }),
    t("by", { name: by }),
  ];
  return (
    <li className="flex min-h-12 items-center gap-3">
      <Icon of={invite.email ? Mail : Link2} className="text-text-2" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{label}</p>
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
