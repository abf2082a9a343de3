"use client";

import { useEffect, useState } from "react";
import { removeQueryParameters } from "#app/(auth)/_form/remove-query-parameters.ts";
import { CodeSteps } from "#app/(auth)/_form/code-steps.tsx";
import { LinkForm } from "#app/(auth)/reset-password/link-form.tsx";
import { ExpiredLinkMessage } from "#app/(auth)/reset-password/link-old.tsx";
import type { MailedLink } from "#app/(auth)/reset-password/mailed-link.ts";
import { ResetForm } from "#app/(auth)/reset-password/reset-form.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { requestPasswordReset } from "#lib/client/account/auth.ts";

/** The steps for a new password, by a link or by a code of an e-mail. */
export function ResetSteps({ link: given, next }: { link: MailedLink | null; next: string }) {
  // The link is stored, because the page is rendered from the cleaned URL when its language changes.
  const [link, setLink] = useState(given);

  useEffect(() => {
    if (link) removeQueryParameters(["token", "error"]);
  }, [link]);

  if (link === "old") return <ExpiredLinkMessage next={next} />;
  if (link) return <LinkForm token={link.token} next={next} onOld={() => setLink("old")} />;
  return (
    <CodeSteps
      changeHref={withNext("/forgot-password", next)}
      reason="reset"
      sendCode={(email) => requestPasswordReset({ email })}
    >
      {(pending) => <ResetForm pending={pending} next={next} />}
    </CodeSteps>
  );
}
