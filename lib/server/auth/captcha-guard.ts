import type { BetterAuthPlugin } from "better-auth";
import { captcha } from "better-auth/plugins/captcha";
import { env } from "#lib/server/env/env.ts";
import { requestScope } from "./request-scope.ts";

const GUARDED = [
  "/sign-up/email",
  "/sign-in/email",
  "/request-password-reset",
  "/email-otp/send-verification-otp",
];

/**
 * Requires a captcha before mails are sent and passwords are checked. Without a captcha provider it returns no plugin.
 */
export function captchaGuard(): BetterAuthPlugin[] {
  const {
    CAPTCHA_PROVIDER,
    CAPTCHA_SECRET_KEY: secretKey,
    CAPTCHA_VERIFY_URL: siteVerifyURLOverride,
  } = env();
  if (CAPTCHA_PROVIDER === undefined || secretKey === undefined) return [];
  const plugin = captcha({
    provider: "cloudflare-turnstile",
    secretKey,
    siteVerifyURLOverride,
    endpoints: GUARDED,
  });
  return [
    {
      ...plugin,
      async onRequest(request, context) {
        // A second run of a request needs no captcha: a captcha is valid once, and the first run has used it.
        if (request.method !== "POST" || requestScope()?.isRepeat) return undefined;
        const refused = await plugin.onRequest(request, context);
        return refused && { response: asAgreed(refused.response) };
      },
    },
  ];
}

/**
 * Changes the plugin's refusals to the API's format: the plugin answers 403 for a failed captcha, and an empty 500 when
 * the captcha server does not answer.
 */
function asAgreed(refusal: Response): Response {
  if (refusal.status < 500) return new Response(refusal.body, { status: 400, headers: refusal.headers });
  const body = {
    code: "CAPTCHA_UNAVAILABLE",
    message: "The captcha could not be checked. Nothing was done: please try again in a moment.",
  };
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}
