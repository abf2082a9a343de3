"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useState } from "react";
import type { CameBack } from "#app/(auth)/_form/came-back.ts";
import { cleanAddress } from "#app/(auth)/_form/clean-address.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";

/** Says once how a way that led elsewhere ended; a reload is about a new start. */
export function CameBackLine({ said }: { said: CameBack | null }) {
  const t = useTranslations("auth.cameBack");
  // Kept, as the page is rendered anew without it when its language changes.
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
