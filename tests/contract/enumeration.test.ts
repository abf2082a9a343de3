// @long: times 2,000 requests about accounts
import { beforeAll, expect, test } from "vitest";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { type Answer, HttpClient } from "./http-client.ts";
import { askCode, mailCount, newCredentials, newNativePerson } from "./people.ts";

/**
 * The number of pairs of a known and an unknown address. The order within a pair is random, so that noise affects both
 * kinds alike.
 */
const PAIRS = 100;
/** The number of addresses of each kind, used in turn, because one alone would be refused after too many attempts. */
const ADDRESSES = 20;
const MOST_DIFFERENCE_MS = 15;
const WRONG = "a password that nobody has";

type BodyOf = (email: string) => object;

const CASES: [string, string, BodyOf][] = [
  ["sign-up", "/sign-up/email", (email) => ({ ...newCredentials({ email }), name: "Ann Lee" })],
  ["sign-in", "/sign-in/email", (email) => ({ email, password: WRONG })],
  ...["sign-in", "email-verification", "forget-password", "change-email"].map(
    (type): [string, string, BodyOf] => [
      `send-verification-otp of type ${type}`,
      "/email-otp/send-verification-otp",
      (email) => ({ email, type }),
    ],
  ),
  ["request-password-reset by code", "/email-otp/request-password-reset", (email) => ({ email })],
  ["request-password-reset by link", "/request-password-reset", (email) => ({ email })],
  [
    "email-otp/reset-password",
    "/email-otp/reset-password",
    (email) => ({ email, otp: "000000", password: WRONG }),
  ],
  ["verify-email", "/email-otp/verify-email", (email) => ({ email, otp: "000000" })],
  ["sign-in by code", "/sign-in/email-otp", (email) => ({ email, otp: "000000" })],
];

interface Measured {
  times: Record<Kind, number[]>;
  looks: Record<Kind, Set<string>>;
}

const measured = new Map<string, Measured>();

const addresses: Record<Kind, string[]> = { known: [], unknown: [] };

/**
 * Two groups of measurements run side by side, each with one of the two endpoints that hash passwords; both kinds of
 * address in a group are affected alike.
 */
beforeAll(async () => {
  for (let n = 0; n < ADDRESSES; n++) {
    addresses.known.push((await newNativePerson()).email);
    addresses.unknown.push(uniqueEmail());
  }
  const lanes = [0, 1].map((lane) => CASES.filter((_, index) => index % 2 === lane));
  await Promise.all(
    lanes.map(async (cases) => {
      for (const [name, path, bodyOf] of cases) measured.set(name, await measure(path, bodyOf));
    }),
  );
});

function nothing(): Measured {
  return { times: { known: [], unknown: [] }, looks: { known: new Set(), unknown: new Set() } };
}

async function measure(path: string, bodyOf: BodyOf): Promise<Measured> {
  const { times, looks } = nothing();
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const order: Kind[] = Math.random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
    for (const kind of order) {
      const body = bodyOf(addressOf(kind, path, pair + WARM_UP));
      const client = new HttpClient();
      const before = performance.now();
      const answer = await client.post(`/api/auth${path}`, body);
      if (pair < 0) continue;
      times[kind].push(performance.now() - before);
      looks[kind].add(lookOf(answer));
    }
  }
  return { times, looks };
}

/** Returns an address of the kind. A sign-up makes an unknown address known, so it needs a new one each time. */
function addressOf(kind: Kind, path: string, turn: number): string {
  const isUsedUp = kind === "unknown" && path === "/sign-up/email";
  return isUsedUp ? uniqueEmail() : (addresses[kind][turn % ADDRESSES] ?? "");
}

test.each(CASES.map(([name]) => name))(
  "Enumeration › %s: known and unknown addresses get the same answer in the same time",
  (name) => {
    const { times, looks } = measured.get(name) ?? nothing();
    expect(times.known).toHaveLength(PAIRS);
    expect(looks.known.size).toBe(1);
    expect(looks.known).toEqual(looks.unknown);
    // Both requests of a pair run under the same load of the machine.
    const difference = median(times.known.map((ms, pair) => ms - (times.unknown[pair] ?? 0)));
    expect(Math.abs(difference), `known − unknown: ${difference.toFixed(1)} ms`).toBeLessThanOrEqual(
      MOST_DIFFERENCE_MS,
    );
  },
);

test.each([
  ["email-verification", "/email-otp/verify-email"],
  ["forget-password", "/email-otp/reset-password"],
  ["sign-in", "/sign-in/email-otp"],
])(
  "Enumeration › wrong codes after one of type %s was asked for are refused alike, however many",
  async (type, path) => {
    const { email: known } = await newNativePerson();
    const seen: Record<Kind, string[]> = { known: [], unknown: [] };
    for (const [kind, email] of Object.entries({ known, unknown: uniqueEmail() }) as [Kind, string][]) {
      await new HttpClient().post("/api/auth/email-otp/send-verification-otp", { email, type });
      for (let attempt = 0; attempt < 6; attempt++) {
        const guess = { email, otp: "000000", password: WRONG };
        const { status, body } = await new HttpClient().post(`/api/auth${path}`, guess);
        seen[kind].push(`${status} ${Object(body).code}`);
      }
    }
    expect(seen.known).toEqual(seen.unknown);
  },
);

test("Enumeration › a change of address to one that is taken gets the same answer, and no mail", async () => {
  const [taken, free] = [(await newNativePerson()).email, uniqueEmail()];
  const looks = [];
  for (const newEmail of [taken, free]) {
    const { client, email } = await newNativePerson();
    const otp = await askCode(email, "change-email");
    const before = await mailCount(taken);
    looks.push(lookOf(await client.post("/api/auth/email-otp/request-email-change", { newEmail, otp })));
    expect(await mailCount(taken)).toBe(before);
    const guess = { newEmail, otp: "000000" };
    looks.push(lookOf(await client.post("/api/auth/email-otp/change-email", guess)));
  }
  expect(looks.slice(0, 2)).toEqual(looks.slice(2));
});

type Kind = "known" | "unknown";
const WARM_UP = 3;

/** Returns everything of an answer except the values that differ from request to request. */
function lookOf({ status, headers, body }: Answer): string {
  return JSON.stringify({ status, headers: [...headers.keys()].toSorted(), body: shapeOf(body) });
}

const VARYING = /^(id|requestId|createdAt|updatedAt|email|image)$/;

function shapeOf(value: unknown, key = ""): unknown {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name)]));
  }
  // A picture's address is made from the id, so only the form of both is compared.
  return VARYING.test(key) && typeof value === "string"
    ? `${value.length > 100 ? "long" : value.length} ${value.slice(0, 5).replaceAll(/[\da-f]/g, "x")}`
    : value;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
