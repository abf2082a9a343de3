"use client";

import { Vote } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { PropRow } from "../_base/fields/prop-row.tsx";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { useDecisionWords } from "./use-decision-words.ts";
import { useOpenDecision } from "../_base/rows/use-open-decision.ts";

/** Shows the open decision that contains a stop, with a link to it. */
export function DecisionProp({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-decisions");
  const view = useView();
  const decision = useOpenDecision(stop.id);
  const { until } = useDecisionWords();
  if (!decision) return null;
  return (
    <PropRow label={t("decision")} note={until(decision)}>
      <TextButton onClick={() => view.show("ideas")}>{decision.title}</TextButton>
    </PropRow>
  );
}

/** A button that starts a decision about a stop and others. */
export function StartDecisionButton({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-decisions");
  const view = useView();
  const { edit } = useMay();
  const decision = useOpenDecision(stop.id);
  if (!edit || decision) return null;
  return (
    <Button
      tone="plain"
      size="sm"
      icon={Vote}
      className="text-text-2"
      onClick={() => view.set({ dialog: { decisionId: null, candidates: [stop.id] } })}
    >
      {t("ask")}
    </Button>
  );
}
