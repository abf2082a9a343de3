// @alone: what a page has not saved is state of its module
import { expect, test, vi } from "vitest";
import { createStoredForms } from "#app/trips/[tripId]/_base/forms/stored-forms.ts";
import { canCorrectInForm } from "#app/trips/[tripId]/_base/forms/refusal.ts";
import { ApiError, ConnectionError } from "#lib/client/base/api.ts";
import type { ErrorBody } from "#lib/shared/errors.ts";

vi.mock("#lib/client/base/page-guard.ts", () => ({ confirmPageClose: () => () => {} }));

test("a form stays in its place until it is saved, and what is refused comes back to an empty one only", () => {
  const forms = createStoredForms<string>("texts");
  forms.keep("budget", "1800");
  expect([forms.at("budget"), forms.at("other")]).toEqual(["1800", undefined]);
  forms.forget("budget");
  expect(forms.at("budget")).toBeUndefined();
  forms.bringBack("budget", "refused");
  forms.bringBack("budget", "refused later");
  expect(forms.at("budget")).toBe("refused");
  forms.forget("budget");
});

test("forms that are told apart wait in one place, the first one first", () => {
  const forms = createStoredForms<{ id: string; amount: string }>("payments", { idOf: ({ id }) => id });
  const [first, second] = [
    { id: "1", amount: "20" },
    { id: "2", amount: "35" },
  ];
  forms.bringBack("settle a b", first);
  forms.bringBack("settle a b", second);
  forms.bringBack("settle a b", { id: "1", amount: "refused later" });
  expect(forms.at("settle a b")).toBe(first);
  forms.forget("settle a b", forms.idOf(first));
  expect(forms.at("settle a b")).toBe(second);
  forms.forget("settle a b", forms.idOf(second));
  expect(forms.at("settle a b")).toBeUndefined();
});

function refused(status: number, code: ErrorBody["code"]) {
  return new ApiError(status, { code, message: "No.", requestId: "r" });
}

test("what somebody else changed or deleted has its own place, all else comes back", () => {
  expect(canCorrectInForm(refused(422, "VALIDATION_FAILED"))).toBe(true);
  expect(canCorrectInForm(refused(403, "FORBIDDEN"))).toBe(true);
  expect(canCorrectInForm(refused(409, "FIELD_CONFLICT"))).toBe(false);
  expect(canCorrectInForm(refused(404, "NOT_FOUND"))).toBe(false);
  expect(canCorrectInForm(new ConnectionError(null))).toBe(false);
});
