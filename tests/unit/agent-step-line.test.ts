import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import en from "#app/_i18n/messages/en/trip-agent.json" with { type: "json" };
import zh from "#app/_i18n/messages/zh/trip-agent.json" with { type: "json" };
import { StepLine } from "#app/trips/[tripId]/_agent/step-line.tsx";
import { REFUSAL_SENTENCES } from "#lib/server/agent/sentences.ts";
import { AgentPart } from "#lib/shared/agent.ts";
import { STEP_REFUSALS } from "#lib/shared/agent-tools.ts";

const MESSAGES = { en, zh };
type Locale = keyof typeof MESSAGES;

/** Returns the text of a step's row in this language. */
function line(locale: Locale, fields: object): string {
  const step = { type: "step", tool: "edit_stop", about: { name: "清水寺" }, result: null, ...fields };
  const part = AgentPart.parse(step);
  if (part.type !== "step") throw new Error("This is no step.");
  const messages = { "trip-agent": MESSAGES[locale] };
  const frame = { locale, timeZone: "UTC", messages, children: createElement(StepLine, { part }) };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, frame));
  return html
    .replaceAll(/<svg.*?<\/svg>/g, "")
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");
}

describe("a step that has failed", () => {
  const refused = { ok: false, summary: "Words of whoever asked", trip: null };

  test.each(["en", "zh"] as const)("says why in the reader's own language: %s", (locale) => {
    for (const code of STEP_REFUSALS) {
      const words = line(locale, { state: "failed", result: refused, refusal: { code } });
      expect(words).toContain(MESSAGES[locale].refusal[code]);
      expect(words).not.toContain(refused.summary);
      // A client without messages of its own shows the service's text, which must be the same.
      expect(REFUSAL_SENTENCES[code][locale].replace("'", "’")).toBe(MESSAGES[locale].refusal[code]);
    }
  });

  test("of long ago, without a reason, is told all the same", () => {
    expect(line("zh", { state: "failed", result: refused })).toBe("|没能修改清水寺|");
    expect(line("en", { state: "failed", result: refused })).toBe("|Could not change 清水寺|");
  });
});

test.each([
  ["en", { tool: "look_up_place" }, "|Read up on 清水寺|"],
  ["zh", { tool: "look_up_place" }, "|了解了清水寺|"],
  ["en", { tool: "read_weather", about: {} }, "|Looked at the weather|"],
  ["en", { tool: "read_weather", about: { date: "2026-11-14" } }, "|Looked at the weather of Sat 14 Nov|"],
  ["zh", { tool: "read_weather", about: { date: "2026-11-14" } }, "|查看了11月14日 周六的天气|"],
] as const)("in %s the step %j reads %s", (locale, step, words) => {
  expect(line(locale, { state: "done", ...step })).toBe(words);
});

test("what was only proposed is not said to be done", () => {
  const result = { ok: true, summary: "…", isProposed: true, trip: null };
  expect(line("en", { state: "done", result })).toBe("|Proposed: Changed 清水寺|");
  expect(line("zh", { state: "done", result })).toMatch(/^\|建议：/);
  expect(line("en", { state: "done", result: { ...result, isProposed: undefined } })).toBe(
    "|Changed 清水寺|",
  );
});
