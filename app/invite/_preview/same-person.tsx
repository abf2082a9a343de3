"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { reasonOf } from "#app/invite/_preview/refused-join.ts";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { strongQuiet } from "#app/_ui/rich.tsx";
import { useAcceptInvite } from "#lib/client/trips/invites.ts";
import type { InvitePreview } from "#lib/shared/invites.ts";

/** Asks a user who is a member already whether the placeholder of the invite is the same person. */
export function ConfirmSamePerson({ token, invite }: { token: string; invite: InvitePreview }) {
  const t = useTranslations("invite");
  const router = useRouter();
  const accept = useAcceptInvite();
  const [opening, open] = useTransition();
  const busy = accept.isPending || opening;
  const names = { own: invite.ownName ?? "", name: invite.placeholderName ?? "" };

  function answer(merge: "true" | "false") {
    accept.mutate(
      { token, merge },
      { onSuccess: ({ tripId }) => open(() => router.push(`/trips/${tripId}`)) },
    );
  }

  return (
    <>
      <p>{t.rich("samePerson", { ...names, b: strongQuiet })}</p>
      {accept.error ? (
        <InlineAlert tone="danger" live className="mt-4">
          {t(reasonOf(accept.error))}
        </InlineAlert>
      ) : null}
      <Button tone="primary" size="wide" className="mt-6" busy={busy} onClick={() => answer("true")}>
        {t("samePersonYes", { name: names.name })}
      </Button>
      <Button tone="plain" size="wide" className="mt-2" disabled={busy} onClick={() => answer("false")}>
        {t("samePersonNo")}
      </Button>
    </>
  );
}
