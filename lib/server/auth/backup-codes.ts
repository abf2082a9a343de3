import { createAuthMiddleware } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { createHmac, randomInt } from "node:crypto";
import * as z from "zod";

/*
 * The plugin stores backup codes in a form that it can decrypt. Nobody has to read them again, because they are shown
 * once, so this file stores hashes.
 */

const COUNT = 10;
const LENGTH = 10;
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const HASHED = "hashed:";
const HASH = /^[\w-]{43}$/;

const Codes = z.array(z.string());
const Asked = z.record(z.string(), z.unknown());

/**
 * Returns the functions that the plugin calls for encryption, but which hash. The plugin compares hashes, so `asHash`
 * hashes the code that a user enters.
 */
export function backupCodes(secret: string) {
  /** Hashes a code. The hash needs the secret key, and a code has 59 bits, so without the key nobody can try codes. */
  function hash(code: string): string {
    return createHmac("sha256", secret).update(`backup:${code}`).digest("base64url");
  }

  /** Hashes new codes. After a code was used, the plugin passes the remaining codes, which are hashes already. */
  function encrypt(codes: string): Promise<string> {
    const hashes = Codes.parse(JSON.parse(codes)).map((code) => (HASH.test(code) ? code : hash(code)));
    return Promise.resolve(`${HASHED}${JSON.stringify(hashes)}`);
  }

  async function decrypt(stored: string): Promise<string> {
    if (stored.startsWith(HASHED)) return stored.slice(HASHED.length);
    // Codes from before the first release are encrypted, so they are decrypted and then hashed.
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

/** Makes a code in the plugin's form, such as `aB3dE-fG5hJ`. */
function backupCode(): string {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
