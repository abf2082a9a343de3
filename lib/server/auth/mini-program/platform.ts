import * as z from "zod";
import type { Env } from "#lib/server/env/env.ts";
import { askProvider, ProviderUnavailable } from "../providers/ask-provider.ts";
import type { UnionIdentity } from "../providers/union-id.ts";

const Id = z.string().min(1).max(255);
/* Only the open id and the union id are read; the session key in the same answer is not stored. */
const Session = z.object({ openid: Id, unionid: Id.optional() });
const Refusal = z.object({ errcode: z.number() });

/** Error codes of the platform for a login code that is wrong, expired or used. */
const BAD_CODE = new Set([40_029, 40_163]);

/**
 * Returns the identity of a login code, or null when the platform refuses the code.
 * @throws ProviderUnavailable
 */
export async function exchangeLoginCode(config: Env, code: string): Promise<UnionIdentity | null> {
  const { MINI_PROGRAM_APP_ID: appid = "", MINI_PROGRAM_APP_SECRET: secret = "" } = config;
  const query = { appid, secret, js_code: code, grant_type: "authorization_code" };
  const answer = await askProvider(`${config.MINI_PROGRAM_API_URL}/sns/jscode2session`, query);
  const session = Session.safeParse(answer);
  if (session.success) {
    const { openid, unionid } = session.data;
    return { openId: openid, subject: unionid ?? openid };
  }
  const refusal = Refusal.safeParse(answer);
  if (!refusal.success) throw new ProviderUnavailable("The platform sent an answer of another form.");
  const { errcode } = refusal.data;
  if (BAD_CODE.has(errcode)) return null;
  throw new ProviderUnavailable(`The platform refused with code ${errcode}.`);
}
