"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { InviteFacts } from "#app/invite/_preview/invite-facts.tsx";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { reasonOf } from "#app/invite/_preview/refused-join.ts";
import { useAcceptInvite } from "#lib/client/trips/invites.ts";
import { strongQuiet } from "#app/_ui/rich.tsx";
import type { InvitePreview } from "#lib/shared/invites.ts";

type JoinButtonProps = { token: string; invite: InvitePreview; name: string; email: string };

/** A button that joins the trip with one press. */
export function JoinButton({ token, invite, name, email }: JoinButtonProps) {
  const t = useTranslations("invite");
  const router = useRouter();
  const accept = useAcceptInvite();
  const [opening, open] = useTransition();

  function join() {
    accept.mutate({ token }, { onSuccess: ({ tripId }) => open(() => router.push(`/trips/${tripId}`)) });
  }

  return (
    <>
      <InviteFacts invite={invite} />
      {accept.error ? (
        <InlineAlert tone="danger" live className="mt-4">
          {t(reasonOf(accept.error))}
        </InlineAlert>
      ) : null}
      <Button tone="primary" size="wide" className="mt-6" busy={accept.isPending || opening} onClick={join}>
        {t("join")}
      </Button>
      <p className="mt-5 text-center text-sm text-text-3">
        {t.rich("joinAs", { name, email, b: strongQuiet })}
      </p>
    </>
  );
}
