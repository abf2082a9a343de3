import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCaptchaVerifier } from "#tests/doubles/captcha-verifier.ts";
import { answerJson, readText, startLoopback } from "#tests/doubles/loopback-server.ts";
import { startMailApi } from "#tests/doubles/mail-api.ts";
import { startMiniProgramPlatform } from "#tests/doubles/mini-program-platform.ts";
import { startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { startQrProvider } from "#tests/doubles/qr-provider.ts";

export const OPENID_CLIENT = {
  clientId: "wayfare-web",
  clientSecret: "secret-of-the-openid-client-in-tests",
};
export const CAPTCHA_SECRET = "secret-of-the-captcha-in-tests";

export const MAIN_FOLDER = "main";

/**
 * Doubles of all other parties that the service calls. They run in another process, and tests control them over HTTP.
 */
export type Doubles = Awaited<ReturnType<typeof startDoubles>>["doubles"];

/**
 * Starts the doubles and the server by which tests control them.
 * @param serviceUrl - the address at which people return from the OpenID provider
 */
export async function startDoubles(serviceUrl: string) {
  const redirectUri = `${serviceUrl}/api/auth/callback/idp-primary`;
  const doubles = {
    mail: await startMailApi(),
    openId: await startOpenIdProvider({ ...OPENID_CLIENT, redirectUri }),
    qr: await startQrProvider(),
    miniProgram: await startMiniProgramPlatform(),
    captcha: await startCaptchaVerifier(CAPTCHA_SECRET),
  };
  const control = await startLoopback(async (request, response) => {
    const { double, member, args } = JSON.parse(await readText(request));
    // The types of the caller's side are derived from these objects, so the names are right.
    const target = doubles[double as keyof typeof doubles];
    const found: unknown = Reflect.get(target, member);
    try {
      const result: unknown = typeof found === "function" ? await found.apply(target, args) : found;
      answerJson(response, 200, { result });
    } catch (error) {
      answerJson(response, 500, { result: String(error) });
    }
  });
  return {
    doubles,
    control: control.url,
    async stop() {
      await control.stop();
      for (const double of Object.values(doubles)) await double.stop();
    },
  };
}

/** Creates the folder for the logs and secrets of all services of one run, which `secrets.test.ts` searches. */
export function newRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wayfare-contract-"));
  // When tests run as root, PostgreSQL runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, MAIN_FOLDER));
  return folder;
}
