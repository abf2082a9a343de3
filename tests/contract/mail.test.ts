// @long: every mail over HTTP
import { describe, expect, test } from "vitest";
import { mail } from "./doubles.ts";
import { HttpClient } from "./http-client.ts";
import { expectOk, lastCode, mailCount, newCredentials, newNativePerson, signUpPerson } from "./people.ts";
import { serviceLog, startOther } from "./other-service.ts";

const CHINESE = /\p{Script=Han}/u;
const SEND = "/api/auth/email-otp/send-verification-otp";

/** Returns the e-mail that a request causes to an address. */
async function mailAfter(email: string, request: () => Promise<unknown>) {
  const before = await mailCount(email);
  await request();
  const mails = await mail.mailsTo(email, before + 1);
  const last = mails.at(-1);
  if (last && mails.length === before + 1) return last;
  throw new Error(`${mails.length - before} mails went to ${email}.`);
}

test("Email delivery › `EMAIL_PROVIDER`: `http-api` sends through an email delivery provider, with `EMAIL_FROM` and `EMAIL_API_KEY`", async () => {
  const person = await signUpPerson();
  const [sent] = await mail.mailsTo(person.email);
  // The double accepts only the right key, so an e-mail proves that the key was used.
  expect(sent).toMatchObject({ from: "Wayfare <trips@wayfare.test>", to: person.email });
  expect(sent?.subject).not.toBe("");
});

test("Email delivery › `EMAIL_PROVIDER`: `console` (default) logs messages including OTPs to standard output; `EMAIL_FROM` defaults to a local no-reply sender", async () => {
  const service = await startOther("console-mail", {
    EMAIL_PROVIDER: "",
    EMAIL_FROM: "",
    EMAIL_API_KEY: "",
    EMAIL_API_URL: "",
  });
  try {
    const person = newCredentials();
    expectOk(await new HttpClient({ url: service.url }).post("/api/auth/sign-up/email", person));
    const [printed] = await service.untilLogged(
      new RegExp(`From: .*\\n.*To: ${person.email}[^]*?Code: \\d{6}`),
    );
    expect(printed).toMatch(/From: .*no-?reply@localhost/i);
    const otp = /Code: (\d{6})/.exec(printed)?.[1];
    const verified = await new HttpClient({ url: service.url }).post("/api/auth/email-otp/verify-email", {
      email: person.email,
      otp,
    });
    expect(verified.status).toBe(200);
  } finally {
    await service.stop();
  }
});

describe("Email delivery › mail has HTML and plain text bodies", () => {
  test("codes", async () => {
    const person = await signUpPerson();
    const [sent] = await mail.mailsTo(person.email);
    const code = await lastCode(person.email);
    expect(sent?.html).toMatch(/<html/i);
    expect(sent?.html).toContain(code);
    expect(sent?.text).toContain(code);
    expect(sent?.text).not.toMatch(/<\w+/);
  });

  test("links", async () => {
    const { email } = await newNativePerson();
    const sent = await mailAfter(email, () =>
      new HttpClient().post("/api/auth/request-password-reset", { email }),
    );
    const link = (await mail.lastLinkTo(email)) ?? "";
    expect(link).toMatch(/^http:\/\/localhost:\d+\/api\/auth\/reset-password\//);
    expect(sent.html.replaceAll("&amp;", "&")).toContain(link);
    expect(sent.text).toContain(link);
  });
});

const KINDS = ["sign-in", "email-verification", "forget-password", "change-email"] as const;

test("Email delivery › OTP mail kinds: each has a code and a wording of its own", async () => {
  const { email } = await newNativePerson();
  const wordings = new Set<string>();
  for (const type of KINDS) {
    const sent = await mailAfter(email, () => new HttpClient().post(SEND, { email, type }));
    expect(sent.text, type).toMatch(/\b\d{6}\b/);
    wordings.add(wordsOf(sent));
  }
  expect(wordings.size).toBe(KINDS.length);
});

/** Returns the text without the parts that differ in each e-mail. */
function wordsOf({ subject, text }: { subject: string; text: string }): string {
  return `${subject}\n${text}`.replaceAll(/\d+|\S+@\S+/g, "…");
}

test("Email delivery › link mail kinds: reset-password", async () => {
  const { email } = await newNativePerson();
  await mailAfter(email, () => new HttpClient().post("/api/auth/request-password-reset", { email }));
  const visit = await new HttpClient().get((await mail.lastLinkTo(email)) ?? "");
  expect(visit.status).toBe(302);
  expect(visit.headers.get("location")).toMatch(/[?&]token=[\w-]+/);
});

test("Email delivery › link mail kinds: change-email-confirmation, of the path `/change-email` that stays configured", async () => {
  const { client, email } = await newNativePerson();
  const newEmail = newCredentials().email;
  const sent = await mailAfter(email, () => client.post("/api/auth/change-email", { newEmail }));
  expect(sent.subject).not.toBe("");
  const link = (await mail.lastLinkTo(email)) ?? "";
  expect(link).toMatch(/\/api\/auth\/verify-email\?token=/);
  expect([200, 302]).toContain((await new HttpClient().get(link)).status);
});

describe("Email delivery › languages `en`, `zh`: locale from `x-app-lang`, else `Accept-Language`, else `en`", () => {
  test.each([
    [{}, "en"],
    [{ "accept-language": "zh-CN,zh;q=0.9,en;q=0.5" }, "zh"],
    [{ "accept-language": "en-GB,en;q=0.9,zh;q=0.1" }, "en"],
    [{ "accept-language": "fr-FR,zh;q=0.4" }, "zh"],
    [{ "accept-language": "fr-FR,de" }, "en"],
    [{ "x-app-lang": "zh" }, "zh"],
    [{ "x-app-lang": "en", "accept-language": "zh-CN" }, "en"],
    [{ "x-app-lang": "zh", "accept-language": "en" }, "zh"],
  ] as Record<string, string>[][] as [Record<string, string>, string][])(
    "%j is %s",
    async (headers, language) => {
      const { email } = await newNativePerson();
      const codes = await mailAfter(email, () =>
        new HttpClient().post(SEND, { email, type: "sign-in" }, headers),
      );
      const link = await mailAfter(email, () =>
        new HttpClient().post("/api/auth/request-password-reset", { email }, headers),
      );
      for (const { subject, text, html } of [codes, link]) {
        for (const part of [subject, text, html]) expect(CHINESE.test(part)).toBe(language === "zh");
      }
    },
  );
});

describe("Email delivery › a send failure is logged and does not change the HTTP status", () => {
  const TROUBLES = [
    { kind: "status", status: 422 },
    { kind: "status", status: 403 },
  ] as const;

  test.each(TROUBLES)("of sign-up (%j)", async (trouble) => {
    const person = newCredentials();
    await mail.failNext(trouble, 1);
    const answer = await new HttpClient().post("/api/auth/sign-up/email", person);
    expect(answer).toMatchObject({ status: 200, body: { token: null } });
    const refused = async () => (await mail.attempts()).some(({ body }) => isTo(body, person.email));
    await expect.poll(refused).toBe(true);
    expect(await mail.mailsTo(person.email, 0)).toEqual([]);
  });

  test.each([
    ["/api/auth/email-otp/send-verification-otp", { type: "sign-in" }],
    ["/api/auth/email-otp/request-password-reset", {}],
    ["/api/auth/request-password-reset", {}],
  ])("of %s", async (path, body) => {
    const { email } = await newNativePerson();
    await mail.failNext({ kind: "status", status: 422 }, 1);
    const before = serviceLog().length;
    const answer = await new HttpClient().post(path, { email, ...body });
    expect(answer.status).toBe(200);
    await expect.poll(() => serviceLog().slice(before)).toMatch(/"level":"?(error|warn|50|40)"?.*mail/i);
  });
});

function isTo(body: unknown, email: string): boolean {
  return JSON.stringify(body).includes(email);
}
