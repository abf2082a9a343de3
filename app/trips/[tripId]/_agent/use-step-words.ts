"use client";

import { useLocale } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import type { AgentPart } from "#lib/shared/agent.ts";
import { type AgentTool, STEP_REFUSALS } from "#lib/shared/agent-tools.ts";
import { formatDistance } from "../_model/measures.ts";

type StepPart = Extract<AgentPart, { type: "step" }>;

/** What the count in a tool's result refers to. */
const COUNTED: Partial<Record<AgentTool, "stops" | "found" | "photos" | "problems" | "changes" | "items">> = {
  read_trip: "stops",
  read_day: "stops",
  read_history: "changes",
  search_places: "found",
  find_nearby: "found",
  look_at_street: "photos",
  check_trip: "problems",
  add_packing_item: "items",
};
/** The agent's tools whose own sentence names the day. */
const OF_DAY: ReadonlySet<AgentTool> = new Set<AgentTool>(["read_day", "read_weather", "write_day_note"]);
/**
 * The agent's tools that move or add a stop, so that their sentence ends with "to" the day. The sentence of another
 * tool ends with "on" the day, unless it names the day itself.
 */
const TO_DAY: ReadonlySet<AgentTool> = new Set<AgentTool>(["move_stop", "add_stop"]);

/** Returns a function that describes a step as a sentence in the reader's language. */
export function useStepWords(): (part: StepPart) => string {
  const t = useTranslations("trip-agent");
  const formats = useFormats();
  const locale = useLocale();
  const [units] = useUnits();

  return ({ tool, state, about, result }) => {
    const { date, count, meters } = about;
    const day = date === undefined ? "" : formats.day(date, { weekday: true });
    const what = about.name ?? about.query ?? "";
    const has = (OF_DAY.has(tool) ? day : what) === "" ? "no" : "yes";
    const sentence = t(`step.${tool}.${state}`, { has, what, day });
    const counted = COUNTED[tool];
    const where =
      OF_DAY.has(tool) || day === "" ? null : t(TO_DAY.has(tool) ? "fact.day" : "fact.onDay", { day });
    const sums =
      state === "done"
        ? [
            count === undefined || !counted ? null : t(`fact.${counted}`, { count }),
            meters === undefined ? null : formatDistance(meters, locale, units),
          ]
        : [];
    const facts = sums.filter((fact) => fact !== null).join(locale === "zh" ? "，" : ", ");
    const placed = where === null ? sentence : t("step.withDay", { sentence, where });
    const whole = facts === "" ? placed : t("step.withFacts", { sentence: placed, facts });
    return result?.isProposed === true ? t("step.proposed", { sentence: whole }) : whole;
  };
}

/**
 * Returns a function that says why a step failed, in the reader's language; it returns null if the reason is unknown,
 * as in old steps.
 */
export function useRefusalWords(): (part: StepPart) => string | null {
  const t = useTranslations("trip-agent");
  return ({ refusal }) => {
    // A newer service may have more reasons than this page knows. An unknown reason is not described.
    const code = STEP_REFUSALS.find((known) => known === refusal?.code);
    return code ? t(`refusal.${code}`) : null;
  };
}
