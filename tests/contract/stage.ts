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

/** Every other party of the service. They run beside the tests, which tell them what to do over HTTP. */
export type Doubles = Awaited<ReturnType<typeof startDoubles>>["doubles"];

/** @param serviceUrl where people come back to from the OpenID provider */
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
    // The other end is typed by the very objects that are found here.
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

/** What all services of one run leave behind, for `secrets.test.ts` to look through. */
export function newRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wayfare-contract-"));
  // The user that PostgreSQL runs as, when tests run as root, must be able to pass through.
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, MAIN_FOLDER));
  return folder;
}
