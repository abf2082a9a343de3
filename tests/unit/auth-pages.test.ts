import { describe, expect, test, vi } from "vitest";
import { CaptchaTokenBroker } from "#app/(auth)/_captcha/token-broker.ts";
import { readReturnMessage } from "#app/(auth)/_form/return-message.ts";
import { readAuthQuery } from "#app/(auth)/_form/invite-token.ts";
import { problemOf } from "#app/(auth)/_form/problems.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { SignUp, EmailVerification } from "#app/(auth)/_form/schemas.ts";
import { formatMinutesAndSeconds } from "#app/(auth)/_form/use-seconds-until.ts";
import { mailedLink } from "#app/(auth)/reset-password/mailed-link.ts";
import { regionCurrency } from "#app/(auth)/sign-up/region-currency.ts";
import { nextPath, nextTarget, withNext } from "#app/_shell/next-path.ts";
import { otpDigits } from "#app/_ui/otp-digits.ts";

describe("nextPath", () => {
  test.each(["/trips/1?day=2#stop", "/invite/abc", "/", "/a//b"])("keeps %s", (path) => {
    expect(nextPath(path)).toBe(path);
  });

  test.each([
    undefined,
    "",
    "trips",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\n//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    ["/a", "/b"],
  ])("replaces %j by the list of trips", (value) => {
    expect(nextPath(value)).toBe("/trips");
  });

  test("never leaves the site, however its dots and slashes are mixed", () => {
    for (const path of ["/..//evil.example", "/./\\evil.example", "/%2f/evil.example", "/.//evil.example"]) {
      expect(new URL(nextPath(path), "https://wayfare.example").origin, path).toBe("https://wayfare.example");
    }
  });

  test("withNext leaves the usual target out", () => {
    expect(withNext("/sign-in", "/trips")).toBe("/sign-in");
    expect(withNext("/sign-in", "/trips/1?a=b")).toBe("/sign-in?next=%2Ftrips%2F1%3Fa%3Db");
  });
});

const OTHER = "https://friends.example";

function isTrusted(origin: string): boolean {
  return origin === OTHER || origin.startsWith("app://");
}

describe("nextTarget", () => {
  test("keeps paths of this site and whole addresses of trusted ones", () => {
    expect(nextTarget("/api/mobile-auth/oauth/complete", isTrusted)).toBe("/api/mobile-auth/oauth/complete");
    expect(nextTarget(`${OTHER}/plans/1?day=2#stop`, isTrusted)).toBe(`${OTHER}/plans/1?day=2#stop`);
  });

  test.each([
    undefined,
    [`${OTHER}/`],
    "https://evil.example/",
    "https://friends.example.evil.example/",
    "https://friends.example@evil.example/",
    "https://name:word@friends.example/",
    "http://friends.example/",
    "https://friends.example:8443/",
    "//friends.example/",
    "app://auth/callback",
    "javascript:alert(1)//https://friends.example",
    "data:text/html,x",
    "https:\\\\evil.example",
    " https://evil.example",
  ])("replaces %j by the list of trips", (value) => {
    expect(nextTarget(value, isTrusted)).toBe("/trips");
  });
});

describe("readAuthQuery", () => {
  const token = "rW7skcshJCUwmx80CW5yl2Xs_vw787u5";

  test("finds the invite in either parameter", () => {
    const invited = { next: `/invite/${token}`, inviteToken: token };
    expect(readAuthQuery({ invite: token }, isTrusted)).toEqual(invited);
    expect(readAuthQuery({ next: `/invite/${token}` }, isTrusted)).toEqual(invited);
  });

  test("takes nothing for an invite that cannot be one", () => {
    expect(readAuthQuery({ invite: "../x", next: "/trips/1" }, isTrusted)).toEqual({
      next: "/trips/1",
      inviteToken: null,
    });
    expect(readAuthQuery({ next: "/invite/short" }, isTrusted)).toEqual({
      next: "/invite/short",
      inviteToken: null,
    });
  });
});

function refused(status: number, code: string, retryAfter: number | null = null) {
  return problemOf({ status, code, retryAfter });
}

describe("problemOf", () => {
  test("puts a refusal beside its field", () => {
    expect(refused(401, "INVALID_EMAIL_OR_PASSWORD")).toEqual({
      kind: "field",
      field: "password",
      key: "credentials",
    });
    expect(refused(400, "INVALID_OTP")).toEqual({ kind: "field", field: "otp", key: "codeWrong" });
    expect(refused(400, "INVALID_NAME")).toEqual({ kind: "field", field: "name", key: "nameNeeded" });
  });

  test("says how long to wait", () => {
    expect(refused(429, "RATE_LIMITED", 42)).toEqual({ kind: "wait", seconds: 42 });
    expect(refused(429, "anything")).toEqual({ kind: "general", key: "rateLimitedSoon" });
  });

  test("tells a locked account from too many requests", () => {
    expect(refused(429, "ACCOUNT_TEMPORARILY_LOCKED")).toEqual({ kind: "form", key: "locked" });
  });

  test("tells no connection from a fault", () => {
    expect(refused(0, "OFFLINE")).toEqual({ kind: "general", key: "offline" });
    expect(refused(500, "INTERNAL")).toEqual({ kind: "general", key: "unknown" });
  });
});

describe("cameBackWith", () => {
  test("knows what a sign-in elsewhere ends with", () => {
    expect(readReturnMessage({ error: "access_denied" })).toEqual({ tone: "warning", key: "refused" });
    expect(readReturnMessage({ error: "account_not_linked" })).toEqual({ tone: "danger", key: "notLinked" });
    expect(readReturnMessage({ done: "password" })).toEqual({ tone: "success", key: "passwordSet" });
    expect(readReturnMessage({})).toBeNull();
    expect(readReturnMessage({ done: "anything" })).toBeNull();
  });

  test.each([["<b>Call us</b>"], ["toString"], ["__proto__"], [["access_denied", "x"]], [""]])(
    "has one sentence for everything else: %j",
    (error) => {
      expect(readReturnMessage({ error })).toEqual({ tone: "danger", key: "failed" });
    },
  );
});

test("mailedLink takes a token only when nothing says that it is old", () => {
  expect(mailedLink({ token: "abc" })).toEqual({ token: "abc" });
  expect(mailedLink({ error: "INVALID_TOKEN" })).toBe("old");
  expect(mailedLink({ token: "abc", error: "INVALID_TOKEN" })).toBe("old");
  expect([mailedLink({}), mailedLink({ token: "" }), mailedLink({ token: ["a", "b"] })]).toEqual([
    null,
    null,
    null,
  ]);
});

describe("TokenDesk", () => {
  test("hands each token out once", async () => {
    const desk = new CaptchaTokenBroker();
    desk.hand("one");
    expect(await desk.take()).toBe("one");
    const next = desk.take();
    desk.hand("two");
    expect(await next).toBe("two");
  });

  test("asks for patience no longer than a person has", async () => {
    vi.useFakeTimers();
    const taken = new CaptchaTokenBroker().take().catch((error: unknown) => refusalOf(error).code);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await taken).toBe("CAPTCHA_PENDING");
    vi.useRealTimers();
  });

  test("says at once that a person is waited for, until they have answered", async () => {
    const desk = new CaptchaTokenBroker();
    const taken = desk.take().catch((error: unknown) => refusalOf(error).code);
    desk.stop();
    expect(await taken).toBe("CAPTCHA_PENDING");
    await expect(desk.take()).rejects.toMatchObject({ code: "CAPTCHA_PENDING" });
    desk.hand("answered");
    expect(await desk.take()).toBe("answered");
  });

  test("forgets what is too old", async () => {
    const desk = new CaptchaTokenBroker();
    desk.hand("old");
    desk.wait();
    const taken = desk.take();
    desk.hand("new");
    expect(await taken).toBe("new");
  });
});

describe("schemas", () => {
  test("say by key what is wrong", () => {
    const found = SignUp.safeParse({ name: "  ", email: "nobody", password: "short" }).error?.issues;
    expect(found?.map(({ path, message }) => [path[0], message])).toEqual([
      ["name", "nameNeeded"],
      ["email", "emailInvalid"],
      ["password", "passwordShort"],
    ]);
    expect(EmailVerification.safeParse({ otp: "12345" }).error?.issues[0]?.message).toBe("codeNeeded");
  });

  test("trim what people type", () => {
    const typed = { name: " Elina ", email: " elina@posti.fi ", password: " eight ch " };
    expect(SignUp.parse(typed)).toEqual({ name: "Elina", email: "elina@posti.fi", password: " eight ch " });
  });
});

test("otpDigits takes digits in any dress, and no more than fit", () => {
  expect(otpDigits("407 123", 6)).toBe("407123");
  expect(otpDigits("Your code: ４０７１２３.", 6)).toBe("407123");
  expect(otpDigits("1234567", 6)).toBe("123456");
  expect(otpDigits("abc", 6)).toBe("");
});

test("regionCurrency takes the first tag that names a known region", () => {
  expect(regionCurrency(["en", "fi-FI", "en-US"])).toBe("EUR");
  expect(regionCurrency(["zh-Hans-CN"])).toBe("CNY");
  expect(regionCurrency(["en", "zh"])).toBeUndefined();
  expect(regionCurrency(["not a tag", "ja-JP"])).toBe("JPY");
});

test("clock counts minutes", () => {
  expect([formatMinutesAndSeconds(42), formatMinutesAndSeconds(60), formatMinutesAndSeconds(5)]).toEqual([
    "0:42",
    "1:00",
    "0:05",
  ]);
});
