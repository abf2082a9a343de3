import type { BetterAuthPlugin } from "better-auth";
import { captcha } from "better-auth/plugins/captcha";
import { env } from "#lib/server/env.ts";
import { requestScope } from "./request-scope.ts";

const GUARDED = [
  "/sign-up/email",
  "/sign-in/email",
  "/request-password-reset",
  "/email-otp/send-verification-otp",
];

/** Asks for a captcha before mails are sent and passwords tried; no plugin at all when it is off. */
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
        // A captcha is good once, and was spent by the first of two.
        if (request.method !== "POST" || requestScope()?.isRepeat) return undefined;
        const refused = await plugin.onRequest(request, context);
        return refused && { response: asAgreed(refused.response) };
      },
    },
  ];
}

/** The plugin says 403 for a failed captcha, and a bare 500 when the verifier does not answer. */
function asAgreed(refusal: Response): Response {
  if (refusal.status < 500) return new Response(refusal.body, { status: 400, headers: refusal.headers });
  const body = {
    code: "CAPTCHA_UNAVAILABLE",
    message: "The captcha could not be checked. Nothing was done: please try again in a moment.",
  };
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}
