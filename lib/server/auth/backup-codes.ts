import { createAuthMiddleware } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { createHmac, randomInt } from "node:crypto";
import * as z from "zod";

/* The plugin stores backup codes so that it can read them again. Nobody has to: they are shown once, and kept hashed. */

const COUNT = 10;
const LENGTH = 10;
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const HASHED = "hashed:";
const HASH = /^[\w-]{43}$/;

const Codes = z.array(z.string());
const Asked = z.record(z.string(), z.unknown());

/** What the plugin takes for encryption; its comparisons are of hashes, into which `asHash` turns what a person enters. */
export function backupCodes(secret: string) {
  /** Under a key, and of 59 bits: without it nobody can try them. */
  function hash(code: string): string {
    return createHmac("sha256", secret).update(`backup:${code}`).digest("base64url");
  }

  /** After a code was used, those that are left come back as the hashes that they are. */
  function encrypt(codes: string): Promise<string> {
    const hashes = Codes.parse(JSON.parse(codes)).map((code) => (HASH.test(code) ? code : hash(code)));
    return Promise.resolve(`${HASHED}${JSON.stringify(hashes)}`);
  }

  async function decrypt(stored: string): Promise<string> {
    if (stored.startsWith(HASHED)) return stored.slice(HASHED.length);
    // Before the first release they were encrypted.
    const codes = Codes.parse(JSON.parse(await symmetricDecrypt({ key: secret, data: stored })));
    return JSON.stringify(codes.map(hash));
  }

  const asHash = {
    matcher: ({ path }: { path?: string }) => path === "/two-factor/verify-backup-code",
    handler: createAuthMiddleware(async (context) => {
      const body = Asked.safeParse(context.body).data;
      if (typeof body?.code !== "string") return undefined;
      return { context: { body: { ...body, code: hash(body.code) } } };
    }),
  };

  return { store: { encrypt, decrypt }, asHash };
}

export function newBackupCodes(): string[] {
  return Array.from({ length: COUNT }, backupCode);
}

/** `aB3dE-fG5hJ`, the plugin's form. */
function backupCode(): string {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
