import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import budget from "#app/_i18n/messages/en/trip-budget.json" with { type: "json" };
import money from "#app/_i18n/messages/en/trip-money.json" with { type: "json" };
import { type BudgetField, budgetForm } from "#app/trips/[tripId]/_money/budget/budget-form.ts";
import { BudgetLimits } from "#app/trips/[tripId]/_money/budget/budget-limits.tsx";

const MESSAGES = { "trip-budget": budget, "trip-money": money };
const form = budgetForm({ currency: "JPY", total: 10_000, limits: { food: 8000, lodging: 6000 } }, "JPY");

function nothing(): void {}

function shown(wrong: readonly BudgetField[], isSaid = true): string {
  const limits = { form, tripCurrency: "JPY", wrong, isSaid, onChange: nothing };
  const content = createElement(BudgetLimits, limits);
  const frame = { locale: "en" as const, timeZone: "UTC", messages: MESSAGES, children: content };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, frame));
}

/** Returns the opening tag of a category's field. */
function field(html: string, name: string): string {
  return new RegExp(`<input[^>]*aria-label="Limit for ${name}"[^>]*>`).exec(html)?.[0] ?? "";
}

test("limits of a budget are a named group, and pressing on a category's name leads to its field", () => {
  const html = shown([]);
  const [, title] = /<section aria-labelledby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<h3 id="${title}"`);
  expect(html.match(/<li><label/g)).toHaveLength(html.match(/<li>/g)?.length ?? 0);
  expect(html).toContain("¥4,000 more than in all");
  expect(html).not.toContain(" aria-invalid=");
});

test("a limit that makes no sense says what is wrong with it, to those who can't see the line below, too", () => {
  const html = shown(["food"]);
  const [, error] = /<p id="([^"]+)" role="alert"/.exec(html) ?? [];
  expect(error).toBeDefined();
  expect(html).toContain("Write an amount in JPY, or nothing.");
  expect(field(html, "Food")).toContain('aria-invalid="true"');
  expect(field(html, "Food")).toContain(`aria-describedby="${error}"`);
  expect(field(html, "Lodging")).not.toMatch(/ aria-(?:invalid|describedby)=/);
  const typing = field(shown(["food"], false), "Food");
  expect(typing).toContain('aria-invalid="true"');
  expect(typing, "nothing is said yet").not.toContain(" aria-describedby=");
});
