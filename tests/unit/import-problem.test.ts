import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import enErrors from "#app/_i18n/messages/en/errors.json" with { type: "json" };
import enFiles from "#app/_i18n/messages/en/trip-files.json" with { type: "json" };
import zhErrors from "#app/_i18n/messages/zh/errors.json" with { type: "json" };
import zhFiles from "#app/_i18n/messages/zh/trip-files.json" with { type: "json" };
import { useImportProblem } from "#app/trips/_transfer/use-import-problem.ts";
import { ApiError, ConnectionError } from "#lib/client/base/api.ts";
import type { FileProblem } from "#lib/client/trips/import-file.ts";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "#lib/shared/errors.ts";
import { FILE_FAULTS } from "#lib/shared/file-faults.ts";

const MESSAGES = {
  en: { "trip-files": enFiles, errors: enErrors },
  zh: { "trip-files": zhFiles, errors: zhErrors },
};
type Locale = keyof typeof MESSAGES;
type Kind = Parameters<typeof useImportProblem>[0];

/** Returns the text that this language shows for a file that could not be imported. */
function said(problem: FileProblem, kind: Kind = "places", locale: Locale = "en"): string {
  const sentences: string[] = [];
  function Reader() {
    sentences.push(useImportProblem(kind)(problem));
    return null;
  }
  const frame = { locale, timeZone: "UTC", messages: MESSAGES[locale], children: createElement(Reader) };
  renderToStaticMarkup(createElement(NextIntlClientProvider, frame));
  return sentences.join("");
}

function refusal(code: ErrorCode, more: Partial<ErrorBody> = {}): FileProblem {
  const body = { code, message: "The service's own words.", requestId: "r1", ...more };
  return { error: new ApiError(ERROR_STATUS[code], body) };
}

test.each(["en", "zh"] as const)(
  "a file that can't be read says why in the page's language: %s",
  (locale) => {
    const { problem, fault } = MESSAGES[locale]["trip-files"];
    for (const each of FILE_FAULTS) {
      const issues = [{ path: "stops.3.name", message: "Too long." }];
      const text = said(refusal("VALIDATION_FAILED", { details: { fault: each }, issues }), "places", locale);
      expect(text).toBe(
        problem.refused.replace("{reasons}", fault[each].replace("{fields}", "stops.3.name")),
      );
    }
  },
);

test("what the service says of single lines is said, and how many more there are", () => {
  const issues = Array.from({ length: 7 }, (_, at) => ({ path: `${at}`, message: `Line ${at} is wrong.` }));
  const text = said(refusal("VALIDATION_FAILED", { issues }), "expenses");
  expect(text).toMatch(/^Nothing was added\. Line 0 is wrong\. .*Line 4 is wrong\. .*2/);
  expect(text).not.toContain("Line 5");
  expect(said(refusal("VALIDATION_FAILED"))).toBe("Nothing was added. The service's own words.");
  const leftOut = [{ line: 3, reason: "amount", text: "12,x" }];
  expect(said(refusal("VALIDATION_FAILED", { issues, details: { leftOut } }), "expenses")).toMatch(
    /^Nothing was added\. Line 3\b.*12,x/,
  );
});

test("the wait is the real one, and what can never succeed is not to be tried again", () => {
  expect(said(refusal("RATE_LIMITED", { details: { retryAfter: 42 } }))).toMatch(/Wait 42 seconds/);
  expect(said(refusal("RATE_LIMITED"))).toMatch(/Wait a minute/);
  expect(said({ error: new ConnectionError(null) })).toMatch(/^No connection/);
  const codes = ["UNSUPPORTED_MEDIA_TYPE", "TOO_LARGE", "LIMIT_REACHED", "ARCHIVED", "FORBIDDEN"] as const;
  const kinds = ["places", "trip", "expenses"] as const;
  for (const kind of kinds) {
    const all = codes.map((code) => said(refusal(code), kind));
    for (const text of all) expect(text).not.toMatch(/try again|our side/i);
    expect(all[0]).toMatch(/GPX, KML|“Everything”|Splitwise/);
  }
  const archive = refusal("UNSUPPORTED_MEDIA_TYPE", { details: { kind: "archive" } });
  expect(said(archive, "expenses")).toMatch(/^This is an archive or a spreadsheet/);
});
