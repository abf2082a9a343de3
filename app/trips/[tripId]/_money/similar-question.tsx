"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { useSimilarSettlementText } from "../_base/money/use-similar-words.ts";

type SimilarQuestionProps = { recorded: SettlementDto; onAdd: () => void; onSame: () => void };

/** Asks whether another member has recorded the same payment already. Counted twice, it would reverse the debt. */
export function SimilarSettlementWarning({ recorded, onAdd, onSame }: SimilarQuestionProps) {
  const t = useTranslations("trip-money");
  const words = useSimilarSettlementText();
  return (
    <div className="grid w-full gap-3">
      <InlineAlert live>{words(recorded)}</InlineAlert>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="plain" onClick={onAdd}>
          {t("similar.add")}
        </Button>
        <Button tone="primary" onClick={onSame}>
          {t("similar.same")}
        </Button>
      </div>
    </div>
  );
}
