"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useState } from "react";
import type { CameBack } from "#app/(auth)/_form/came-back.ts";
import { cleanAddress } from "#app/(auth)/_form/clean-address.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";

/** Says once how a sign-in on another site ended; after a reload it is gone. */
export function CameBackLine({ said }: { said: CameBack | null }) {
  const t = useTranslations("auth.cameBack");
  // The value is stored, because the page is rendered without it when its language changes.
  const [shown] = useState(said);
  useEffect(() => {
    if (shown) cleanAddress(["error", "error_description", "state", "done"]);
  }, [shown]);
  return shown ? (
    <InlineAlert tone={shown.tone} live className="-mt-2 mb-5">
      {t(shown.key)}
    </InlineAlert>
  ) : null;
}
