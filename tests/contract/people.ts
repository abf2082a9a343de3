import { randomBytes } from "node:crypto";
import { URI, TOTP } from "otpauth";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { mail } from "./doubles.ts";
import {
  type Answer,
  BrowserClient,
  type ClientOptions,
  HttpClient,
  textAt,
  tokenOf,
  valueAt,
} from "./http-client.ts";

export interface Credentials {
  name: string;
  email: string;
  password: string;
}

export function newCredentials(overrides: Partial<Credentials> = {}): Credentials {
  const password = `correct horse ${randomBytes(6).toString("hex")}`;
  return { name: "Ann Lee", email: uniqueEmail(), password, ...overrides };
}

/** A person with a client that is signed in. */
export interface Person<C extends HttpClient = HttpClient> extends Credentials {
  id: string;
  client: C;
}

export async function signUpPerson(
  overrides: Partial<Credentials> = {},
  options: ClientOptions = {},
): Promise<Credentials> {
  const person = newCredentials(overrides);
  expectOk(await new HttpClient(options).post("/api/auth/sign-up/email", person));
  await mail.mailsTo(person.email);
  return person;
}

/** Creates a verified account that is signed in with a bearer token, as native clients are. */
export async function newNativePerson(
  overrides: Partial<Credentials> = {},
  options: ClientOptions = {},
): Promise<Person> {
  const client = new HttpClient(options);
  const { person, answer } = await verified(client, overrides, options);
  client.token = tokenOf(answer);
  return { ...person, id: textAt(answer, "user", "id"), client };
}

/** Creates a verified account that is signed in with a cookie, as browsers are. */
export async function newBrowserPerson(
  overrides: Partial<Credentials> = {},
  options: ClientOptions = {},
): Promise<Person<BrowserClient>> {
  const client = new BrowserClient(options);
  const { person, answer } = await verified(client, overrides, options);
  return { ...person, id: textAt(answer, "user", "id"), client };
}

async function verified(client: HttpClient, overrides: Partial<Credentials>, options: ClientOptions) {
  const person = await signUpPerson(overrides, options);
  const otp = await lastCode(person.email);
  const answer = await client.post("/api/auth/email-otp/verify-email", { email: person.email, otp });
  return { person, answer: expectOk(answer) };
}

/** Returns the newest verification code sent to an address, once `count` e-mails have arrived. */
export async function lastCode(email: string, count = 1): Promise<string> {
  await mail.mailsTo(email, count);
  const code = await mail.lastCodeTo(email);
  if (code) return code;
  throw new Error(`The newest mail to ${email} holds no code.`);
}

/** Returns the number of e-mails that an address has received so far. */
export async function mailCount(email: string): Promise<number> {
  return (await mail.mailsTo(email, 0)).length;
}

type CodeType = "sign-in" | "email-verification" | "forget-password" | "change-email";

/** Requests a code and reads it from the e-mail. */
export async function askCode(email: string, type: CodeType): Promise<string> {
  const before = await mailCount(email);
  expectOk(await new HttpClient().post("/api/auth/email-otp/send-verification-otp", { email, type }));
  return lastCode(email, before + 1);
}

/** Signs in with the password, as on another device of the same person. */
export async function signIn(
  { email, password }: Credentials,
  client = new HttpClient(),
): Promise<HttpClient> {
  const answer = expectOk(await client.post("/api/auth/sign-in/email", { email, password }));
  if (!(client instanceof BrowserClient)) client.token = tokenOf(answer);
  return client;
}

export interface SecondFactor {
  /** Returns the code that the authenticator app shows; each call returns a new one. */
  code(): string;
  backupCodes: string[];
}

/** Enrols and confirms a second factor; the client continues with the session that this begins. */
export async function addSecondFactor({
  client,
  password,
}: Pick<Person, "client" | "password">): Promise<SecondFactor> {
  const enabled = expectOk(await client.post("/api/auth/two-factor/enable", { password }));
  const factor = { code: authenticator(textAt(enabled, "totpURI")), backupCodes: backupCodesOf(enabled) };
  const confirmed = expectOk(await client.post("/api/auth/two-factor/verify-totp", { code: factor.code() }));
  if (!(client instanceof BrowserClient)) client.token = tokenOf(confirmed);
  return factor;
}

export function backupCodesOf(answer: Answer): string[] {
  // If the value is no list of strings, the tests that use it fail.
  return valueAt(answer, "backupCodes") as string[];
}

/** The offsets in milliseconds of the present time step and of the next one, which the service already accepts. */
const STEPS_MS = [0, 30_000];

/**
 * Returns a function that gives a new code on each call, as long as there are any.
 * @throws Error when there are none
 */
export function authenticator(totpUri: string): () => string {
  const totp = URI.parse(totpUri);
  if (!(totp instanceof TOTP)) throw new Error("This is no address of a TOTP.");
  const left = [...STEPS_MS];
  return () => {
    const step = left.shift();
    if (step === undefined) throw new Error("All codes of this minute are used up.");
    return totp.generate({ timestamp: Date.now() + step });
  };
}

/** Returns an answer that is no refusal. @throws Error with the whole answer if it is one */
export function expectOk(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`Refused: ${answer.status} ${answer.text}`);
}

export async function sessionOf(client: HttpClient): Promise<Answer> {
  return client.get("/api/auth/get-session");
}
