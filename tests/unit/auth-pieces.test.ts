import { hashPassword as libraryHash, verifyPassword as libraryVerify } from "better-auth/crypto";
import { describe, expect, test } from "vitest";
import { SignUp } from "#app/(auth)/_form/schemas.ts";
import { Name } from "#app/account/_form/schemas.ts";
import { avatarImage } from "#lib/server/auth/avatar-image.ts";
import { fittingName } from "#lib/server/auth/display-name.ts";
import { requestLocale } from "#lib/server/auth/locale.ts";
import { otpHasher } from "#lib/server/auth/otp-hash.ts";
import { hashPassword, verifyPassword } from "#lib/server/auth/password.ts";
import { memoryStore, rateLimiter } from "#lib/server/auth/rate-limit.ts";
import { ACCOUNT_RULES, KNOWN_DEVICE_RULES, OWN_ATTEMPT_RULES } from "#lib/server/auth/rate-rules.ts";
import { runInScope } from "#lib/server/auth/request-scope.ts";
import { DisplayName } from "#lib/shared/display-name.ts";

describe("avatarImage", () => {
  const ids = Array.from({ length: 200 }, (_, index) => `user-${index}`);

  test("depends on the id alone", () => {
    expect(ids.map(avatarImage)).toEqual(ids.map(avatarImage));
    expect(new Set(ids.map(avatarImage)).size).toBe(ids.length);
  });

  test("is a small, whole, static SVG", () => {
    for (const image of ids.map(avatarImage)) {
      expect(image).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/);
      expect(image.length).toBeLessThan(700);
      const svg = Buffer.from(image.split(",")[1] ?? "", "base64").toString();
      expect(svg).toMatch(
        /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 64 64">(<(path|circle) [^<>]+\/>){4}<\/svg>$/,
      );
      expect(svg).not.toMatch(/NaN|undefined/);
    }
  });
});

describe("requestLocale", () => {
  test.each([
    ["en", {}],
    ["zh", { "x-app-lang": "zh" }],
    ["zh", { "x-app-lang": "zh-Hant-TW", "accept-language": "en" }],
    ["en", { "x-app-lang": "EN", "accept-language": "zh" }],
    ["zh", { "x-app-lang": "fr", "accept-language": "zh" }],
    ["zh", { "x-app-lang": "", "accept-language": "de, zh;q=0.5, en;q=0.3" }],
    ["en", { "accept-language": "zh;q=0.3, en;q=0.9" }],
    ["en", { "accept-language": "zh;q=0, fr" }],
    ["zh", { "accept-language": "zh_CN" }],
    ["en", { "accept-language": "*, ;q=, zho" }],
  ])("is %s for %o", (locale, headers) => {
    expect(requestLocale(new Headers(Object.entries(headers)))).toBe(locale);
  });
});

describe("fittingName", () => {
  test.each([
    ["Ann", " Ann "],
    ["Traveller", undefined],
    ["Traveller", " \n "],
    ["A B", "A\nB"],
    ["x".repeat(64), "x".repeat(90)],
    ["🙂".repeat(64), "🙂".repeat(64)],
    ["🙂".repeat(64), "🙂".repeat(65)],
    [`${"x".repeat(63)}🙂`, `${"x".repeat(63)}🙂x`],
    ["Ann", "\u202EAnn\u2066"],
    ["Traveller", "\u200B\u2060\uFEFF"],
    ["a\uFFFD", "a\uD800"],
  ])("is %j for %j", (fitting, name) => {
    expect(fittingName(name)).toBe(fitting);
  });
});

describe("a display name", () => {
  const FAMILY = "👨‍👩‍👧 ❤️";

  test.each([
    ["64 emoji", "🙂".repeat(64)],
    ["64 characters outside the basic plane", "𠮷".repeat(64)],
    ["joined emoji", FAMILY],
    ["a flag of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["Persian with a non-joiner", "علی\u200Cرضا"],
    ["Hebrew with marks of direction", "\u200Fרות (R.)\u200F \u200EO'Neil\u200E"],
    ["Arabic with a mark of its own", "ليلى\u061C 2"],
    ["a Latin part that is closed off", "רות \u2066O'Neil Jr.\u2069"],
  ])("may be %s, here and in both forms", (_, name) => {
    expect(DisplayName.parse(name)).toBe(name);
    expect(fittingName(name)).toBe(name);
    expect(SignUp.shape.name.parse(` ${name} `)).toBe(name);
    expect(Name.parse(` ${name} `)).toBe(name);
  });

  test.each([
    ["empty", " "],
    ["65 emoji", "🙂".repeat(65)],
    ["two lines", "Ann\nLee"],
    ["a zero-width space", "\u200B"],
    ["a word joiner and a byte order mark", "\u2060\uFEFF\u2060"],
    ["a soft hyphen", "\u00AD"],
    ["joiners and selectors alone", "\u200D\uFE0F"],
    ["Hangul fillers and a blank of braille", "\u3164\u115F \u2800"],
    ["marks of direction alone", "\u200F\u200E"],
    ["a closed part with nothing in it", "\u2067\u200B\u2069"],
    ["a note head that is not drawn, and annotations", "\u{1D159}\uFFF9\uFFFB"],
    ["a part that is closed before it begins", "\u2069Ann\u2066"],
    ...Array.from("\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069", (turn) => [
      `turned by U+${turn.charCodeAt(0).toString(16)}`,
      `Ann${turn}`,
    ]),
  ])("is never %s, here or in either form", (_, name) => {
    expect(DisplayName.safeParse(name).success).toBe(false);
    expect(SignUp.shape.name.safeParse(name).error?.issues[0]?.message).toBe("nameNeeded");
    expect(Name.safeParse(name).error?.issues[0]?.message).toBe("auth.error.nameNeeded");
  });
});

describe("passwords", () => {
  test("are hashed in better-auth's own format, both ways", async () => {
    const ours = await hashPassword("pässwörd");
    expect(ours).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(await libraryVerify({ hash: ours, password: "pässwörd" })).toBe(true);
    const theirs = await libraryHash("pässwörd");
    expect(await verifyPassword({ hash: theirs, password: "pa\u0308sswo\u0308rd" })).toBe(true);
    expect(await verifyPassword({ hash: theirs, password: "password" })).toBe(false);
  });

  test("that were stored otherwise never match", async () => {
    for (const hash of ["", "abc", "abc:", ":abc", "abc:def"]) {
      expect(await verifyPassword({ hash, password: "password" })).toBe(false);
    }
  });

  test("are hashed off the event loop", async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await Promise.all(Array.from({ length: 6 }, () => hashPassword("password")));
    clearInterval(counting);
    // If hashing blocked the event loop, there would be only one turn per hash.
    expect(turns).toBeGreaterThan(20);
  });
});

describe("otpHasher", () => {
  test("is keyed by the secret", async () => {
    const hash = await otpHasher("a".repeat(32)).hash("123456");
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(await otpHasher("a".repeat(32)).hash("123456")).toBe(hash);
    expect(await otpHasher("b".repeat(32)).hash("123456")).not.toBe(hash);
  });
});

const TRIES = ACCOUNT_RULES["/sign-in/email"]?.rules ?? [];

function mostOf(rules: readonly { max: number }[]): number {
  return rules.at(-1)?.max ?? 0;
}

function limiter() {
  const clock = { now: 1_000_000 };
  const keys: string[] = [];
  const memory = memoryStore(() => clock.now);
  const store = { ...memory, hit: (key: string, ms: number) => (keys.push(key), memory.hit(key, ms)) };
  return { clock, keys, limit: rateLimiter(store, () => clock.now) };
}

describe("rateLimiter", () => {
  const rule = { window: 60, max: 3 };

  test("counts in a fixed window that the first request opens", async () => {
    const { clock, limit } = limiter();
    for (const _ of [1, 2, 3]) {
      expect(await limit.consume("1.2.3.4|/a", rule)).toEqual({ allowed: true, retryAfter: null });
      clock.now += 19_500;
    }
    expect(await limit.consume("1.2.3.4|/a", rule)).toEqual({ allowed: false, retryAfter: 2 });
    expect(await limit.consume("1.2.3.4|/b", rule)).toMatchObject({ allowed: true });
    expect(await limit.consume("1.2.3.5|/a", rule)).toMatchObject({ allowed: true });
    clock.now += 1500;
    expect(await limit.consume("1.2.3.4|/a", rule)).toMatchObject({ allowed: true });
  });

  test("keeps no address, and no email either", async () => {
    const { keys, limit } = limiter();
    await limit.consume("1.2.3.4|/a", rule);
    await runInScope({ limitBy: { kind: "named", subject: "ann@people.test" } }, () =>
      limit.consume("127.0.0.1|/a", rule),
    );
    expect(keys).toEqual([
      expect.stringMatching(/^[\w-]{43}\|\/a$/),
      expect.stringMatching(/^[\w-]{43}\|\/a$/),
    ]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test.each([
    ["strangers, once a second", TRIES, 1, 70],
    ["strangers, as fast as they can", TRIES, 0.1, 70],
    ["strangers who wait as they are told", TRIES, null, 70],
    ["one known device, once a second", KNOWN_DEVICE_RULES, 1, 20],
  ] as const)("lets %s try an account so often in an hour", async (_, rules, every, most) => {
    const { clock, limit } = limiter();
    const account = { key: "account", rules };
    const attempt = () =>
      runInScope({ limitBy: { kind: "nobody" }, account }, () => limit.consume("1.2.3.4|/a", rule));
    let allowed = 0;
    const waits: number[] = [];
    const end = clock.now + 3_600_000;
    while (clock.now < end) {
      const decision = await attempt();
      allowed += decision.allowed ? 1 : 0;
      if (decision.retryAfter !== null && decision.retryAfter > (waits.at(-1) ?? 0))
        waits.push(decision.retryAfter);
      clock.now += (every ?? decision.retryAfter ?? 0.5) * 1000;
    }
    expect(allowed).toBe(most);
    expect(waits[0]).toBeLessThanOrEqual(300);
    expect(waits.at(-1)).toBeGreaterThan(600);
    expect(await attempt()).toMatchObject({ allowed: true });
  });

  test("lets at most a hundred tries an hour at an account, with those of a known device and of a session", () => {
    for (const [path, { rules }] of Object.entries(ACCOUNT_RULES)) {
      if (path !== "/sign-in/anonymous")
        expect(
          mostOf(rules) + mostOf(KNOWN_DEVICE_RULES) + mostOf(OWN_ATTEMPT_RULES),
          path,
        ).toBeLessThanOrEqual(100);
    }
  });

  test("forgets windows that have ended instead of growing", async () => {
    const clock = { now: 0 };
    const store = memoryStore(() => clock.now);
    for (let index = 0; index < 10_000; index += 1) await store.hit(`old-${index}`, 1000);
    clock.now = 2000;
    await store.hit("new", 1000);
    expect(await store.hit("old-0", 1000)).toEqual({ count: 1, resetsAt: 3000 });
  });
});
