import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import {
  answerJson,
  answerTrouble,
  startLoopback,
  type LoopbackServer,
  type Trouble,
} from "./loopback-server.ts";

export interface QrPerson {
  openid: string;
  unionid?: string;
  nickname: string;
  /** The address of the person's picture; empty for people without a picture, as at the provider. */
  headimgurl: string;
}

export interface QrProvider extends LoopbackServer {
  appId: string;
  appSecret: string;
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  /** Sets who scans the next codes; null scans and refuses. */
  signInAs(person: QrPerson | null): void;
  /** The access tokens that the double has issued. */
  accessTokens: string[];
  /** Sets how the token endpoint fails. */
  trouble(kind: Trouble | null): void;
}

export function newQrPerson(overrides: Partial<QrPerson> = {}): QrPerson {
  return {
    openid: `q-${randomBytes(12).toString("hex")}`,
    nickname: "小林",
    headimgurl: "https://pictures.test/lin.jpg",
    ...overrides,
  };
}

/**
 * Starts a double of web sign-in by QR code: `/connect/qrconnect`, then `access_token` and `userinfo`, which refuse
 * with HTTP 200.
 */
export async function startQrProvider(): Promise<QrProvider> {
  const [appId, appSecret] = ["wx-web-app", randomBytes(16).toString("hex")];
  const codes = new Map<string, QrPerson>();
  const tokens = new Map<string, QrPerson>();
  const accessTokens: string[] = [];
  let visitor: QrPerson | null = null;
  let trouble: Trouble | null = null;

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const isAsked = query.get("response_type") === "code" && query.get("scope") === "snsapi_login";
    if (query.get("appid") !== appId || !isAsked || !query.get("redirect_uri")) {
      response.writeHead(400).end("Scope 参数错误或没有 Scope 权限");
      return;
    }
    const back = new URL(query.get("redirect_uri") ?? "");
    // A person who refuses returns with the `state` parameter only.
    if (visitor) back.searchParams.set("code", remember(codes, visitor));
    back.searchParams.set("state", query.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  function exchange(query: URLSearchParams): object {
    if (query.get("appid") !== appId) return { errcode: 40013, errmsg: "invalid appid" };
    if (query.get("secret") !== appSecret) return { errcode: 40125, errmsg: "invalid appsecret" };
    const code = query.get("code") ?? "";
    const person = codes.get(code);
    if (!person || query.get("grant_type") !== "authorization_code")
      return { errcode: 40029, errmsg: "invalid code" };
    codes.delete(code);
    const { openid, unionid } = person;
    const access_token = remember(tokens, person);
    accessTokens.push(access_token);
    const refresh_token = randomBytes(24).toString("hex");
    return {
      access_token,
      expires_in: 7200,
      refresh_token,
      openid,
      scope: "snsapi_login",
      ...(unionid && { unionid }),
    };
  }

  function userinfo(query: URLSearchParams): object {
    const person = tokens.get(query.get("access_token") ?? "");
    if (!person) return { errcode: 40001, errmsg: "invalid credential" };
    if (person.openid !== query.get("openid")) return { errcode: 40003, errmsg: "invalid openid" };
    return { ...person, sex: 0, privilege: [] };
  }

  const server = await startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://provider");
    if (pathname === "/connect/qrconnect") authorize(searchParams, response);
    else if (pathname === "/sns/oauth2/access_token") {
      if (!answerTrouble(response, trouble)) answerJson(response, 200, exchange(searchParams));
    } else if (pathname === "/sns/userinfo") answerJson(response, 200, userinfo(searchParams));
    else response.writeHead(404).end();
  });
  return {
    ...server,
    appId,
    appSecret,
    authorizationUrl: `${server.url}/connect/qrconnect`,
    tokenUrl: `${server.url}/sns/oauth2/access_token`,
    userinfoUrl: `${server.url}/sns/userinfo`,
    accessTokens,
    signInAs(person) {
      visitor = person;
    },
    trouble(kind) {
      trouble = kind;
    },
  };
}

function remember(people: Map<string, QrPerson>, person: QrPerson): string {
  const key = randomBytes(24).toString("hex");
  people.set(key, person);
  return key;
}
