import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { newQrPerson } from "#tests/doubles/qr-provider.ts";
import { ensureSecrets } from "#lib/local/secrets.ts";
import { captcha, mail, miniProgram, openId, qr } from "./doubles.ts";
import { BrowserClient, HttpClient } from "./http-client.ts";
import { signInWith } from "./oauth.ts";
import { addSecondFactor, expectOk, newNativePerson } from "./people.ts";
import { readRecordedTexts, type SecretKind, type RecordedText } from "./recorded-texts.ts";

/* This test runs after all other files and searches the logs of all services of the run, and all answers. */

/** The name of the service that is configured to print its e-mails, so its log contains their codes and links. */
const PRINTS_MAIL = "console-mail";

beforeAll(async () => {
  // These requests give this file secrets to search for even if it runs alone.
  const person = await newNativePerson();
  await addSecondFactor(person);
  expectOk(await new HttpClient().post("/api/auth/request-password-reset", { email: person.email }));
  await mail.mailsTo(person.email, 2);
  const code = await miniProgram.loginCode(newMiniProgramPerson());
  expectOk(await new HttpClient().post("/api/auth/mini-program/sign-in", { code }));
  await openId.signInAs(newOpenIdPerson());
  await qr.signInAs(newQrPerson());
  await signInWith("idp-primary", new BrowserClient());
  await signInWith("idp-qr", new BrowserClient());
  await new HttpClient().post("/api/auth/sign-in/email", { ...person, password: "wrong password of all" });
});

async function secrets(): Promise<Record<string, string[]>> {
  const seen = readRecordedTexts();
  const of = (kind: SecretKind) => seen.filter((each) => each.kind === kind).map(({ text }) => text);
  const mails = await mail.sent();
  const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  const { settings, dataDir } = inject("contractService");
  return {
    "one-time codes": mails.flatMap(({ text }) => text.match(/\b\d{6}\b/g) ?? []),
    "tokens of reset links": links.flatMap(
      (link) => /(?:reset-password\/|token=)([\w.-]{16,})/.exec(link)?.[1] ?? [],
    ),
    "session tokens": of("session token"),
    passwords: of("password").filter((password) => password.length >= 8),
    "backup codes": of("backup code"),
    "TOTP secrets": of("TOTP secret"),
    challenges: of("challenge"),
    "session keys of the mini-program": await miniProgram.sessionKeys(),
    "access tokens of providers": [...(await openId.accessTokens()), ...(await qr.accessTokens())],
    "client secrets": Object.entries(settings).flatMap(([name, value]) =>
      /SECRET|API_KEY/.test(name) ? value : [],
    ),
    "the service's own secrets": Object.values(ensureSecrets(dataDir)),
    "provider URLs": await Promise.all([
      qr.url(),
      miniProgram.url(),
      mail.url(),
      openId.url(),
      captcha.url(),
    ]),
  };
}

interface Log {
  name: string;
  text: string;
}

function logs(): Log[] {
  const folder = inject("contractFolder");
  return globSync("*/service.log", { cwd: folder }).map((file) => ({
    name: file.split("/")[0] ?? "",
    text: readFileSync(join(folder, file), "utf8"),
  }));
}

/** Whether a text contains a secret; six digits count as a code only outside longer numbers and words. */
function holds(text: string, secret: string): boolean {
  if (!text.includes(secret)) return text.includes(encodeURIComponent(secret));
  return !/^\d{6}$/.test(secret) || new RegExp(`(?<![\\w.:-])${secret}(?![\\w.:-])`).test(text);
}

test("Secrets › the run has left secrets of every kind to look for", async () => {
  for (const [kind, values] of Object.entries(await secrets()))
    expect(values.length, kind).toBeGreaterThan(0);
  expect(logs().find(({ name }) => name === "main")?.text.length).toBeGreaterThan(1000);
});

test("Secrets › none is in the log of any service", async () => {
  const found: string[] = [];
  for (const [kind, values] of Object.entries(await secrets())) {
    for (const { name, text } of logs()) {
      if (name === PRINTS_MAIL && /codes|links/.test(kind)) continue;
      for (const value of new Set(values)) {
        if (holds(text, value)) found.push(`${kind} in ${name}: ${lineWith(text, value)}`);
      }
    }
  }
  expect(found).toEqual([]);
});

test("Secrets › none is in the body of any refusal", async () => {
  const bodies = ofKind("error body");
  expect(bodies.length).toBeGreaterThan(0);
  const all = bodies.join("\n");
  const found: string[] = [];
  for (const [kind, values] of Object.entries(await secrets())) {
    for (const value of new Set(values)) {
      if (holds(all, value)) found.push(`${kind}: ${lineWith(all, value)}`);
    }
  }
  expect(found).toEqual([]);
});

test("Secrets › no URL that the service made contains a session token", () => {
  const [urls, tokens] = [ofKind("url"), ofKind("session token")];
  expect(urls.length).toBeGreaterThan(0);
  expect(tokens.length).toBeGreaterThan(0);
  expect(urls.filter((url) => tokens.some((token) => url.includes(token)))).toEqual([]);
});

function ofKind(kind: RecordedText["kind"]): string[] {
  return readRecordedTexts()
    .filter((each) => each.kind === kind)
    .map(({ text }) => text);
}

function lineWith(text: string, value: string): string {
  return text.split("\n").find((line) => holds(line, value)) ?? "";
}
