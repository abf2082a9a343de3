"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useState } from "react";
import type { ReturnMessage } from "#app/(auth)/_form/return-message.ts";
import { removeQueryParameters } from "#app/(auth)/_form/remove-query-parameters.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";

/** Says once how a sign-in on another site ended; after a reload it is gone. */
export function ReturnMessageAlert({ said }: { said: ReturnMessage | null }) {
  const t = useTranslations("auth.cameBack");
  // The value is stored, because the page is rendered without it when its language changes.
  const [shown] = useState(said);
  useEffect(() => {
    if (shown) removeQueryParameters(["error", "error_description", "state", "done"]);
  }, [shown]);
  return shown ? (
    <InlineAlert tone={shown.tone} live className="-mt-2 mb-5">
      {t(shown.key)}
    </InlineAlert>
  ) : null;
}
