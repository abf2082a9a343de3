import { randomBytes } from "node:crypto";
import {
  answerJson,
  answerTrouble,
  startLoopback,
  type LoopbackServer,
  type Trouble,
} from "./loopback-server.ts";

export interface MiniProgramPerson {
  openid: string;
  unionid?: string;
}

export interface MiniProgramPlatform extends LoopbackServer {
  appId: string;
  appSecret: string;
  /** Returns the code that the client's `login()` gives; it is valid once. */
  loginCode(person: MiniProgramPerson): string;
  /** All session keys that the double has issued. Only the service may ever see them. */
  sessionKeys: string[];
  /** The query parameters of each requested exchange. */
  requests: Record<string, string>[];
  /** Sets how the next and all later exchanges fail. */
  trouble(kind: Trouble | null): void;
}

export function newMiniProgramPerson(overrides: Partial<MiniProgramPerson> = {}): MiniProgramPerson {
  return { openid: `o-${randomBytes(12).toString("hex")}`, ...overrides };
}

/**
 * Starts a double of the platform's `GET /sns/jscode2session`, which refuses with HTTP 200 and `{ errcode, errmsg }`.
 */
export async function startMiniProgramPlatform(): Promise<MiniProgramPlatform> {
  const [appId, appSecret] = ["wx-mini-app", randomBytes(16).toString("hex")];
  const codes = new Map<string, MiniProgramPerson>();
  const requests: Record<string, string>[] = [];
  const sessionKeys: string[] = [];
  let trouble: Trouble | null = null;

  function exchange(query: URLSearchParams): object {
    if (query.get("appid") !== appId) return { errcode: 40013, errmsg: "invalid appid" };
    if (query.get("secret") !== appSecret) return { errcode: 40125, errmsg: "invalid appsecret" };
    if (query.get("grant_type") !== "authorization_code")
      return { errcode: 40002, errmsg: "invalid grant_type" };
    const code = query.get("js_code") ?? "";
    const person = codes.get(code);
    if (!person) return { errcode: 40029, errmsg: "invalid code" };
    codes.delete(code);
    const session_key = randomBytes(16).toString("base64");
    sessionKeys.push(session_key);
    return { ...person, session_key };
  }

  const server = await startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://platform");
    if (request.method !== "GET" || pathname !== "/sns/jscode2session") {
      response.writeHead(404).end();
      return;
    }
    requests.push(Object.fromEntries(searchParams));
    if (answerTrouble(response, trouble)) return;
    answerJson(response, 200, exchange(searchParams));
  });
  return {
    ...server,
    appId,
    appSecret,
    requests,
    sessionKeys,
    loginCode(person) {
      const code = `js-${randomBytes(16).toString("hex")}`;
      codes.set(code, person);
      return code;
    },
    trouble(kind) {
      trouble = kind;
    },
  };
}
