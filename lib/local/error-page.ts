import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { STATIC_HEADERS } from "#lib/server/http/security-headers.ts";

type Kind = "address" | "fault";
type Word = "title" | "text" | "next";

/* The app itself has failed, so this page uses none of its code. */
const WORDS = {
  en: {
    address: {
      title: "This address is broken",
      text: "It holds something that no address has; perhaps it was cut when it was copied.",
      next: "Open the link again where you have it from.",
    },
    fault: {
      title: "This page broke",
      text: "Nothing is lost: what you changed is saved, or waits on this device until it can be sent.",
      next: "Load the page again. If it stays broken, tell whoever runs this service the reference.",
    },
    reference: "Reference",
    trips: "Go to your trips",
    again: "Load again",
  },
  zh: {
    address: {
      title: "网址有误",
      text: "网址中有无效的内容，可能是复制时被截断了。",
      next: "请从原来的地方重新打开链接。",
    },
    fault: {
      title: "页面出错了",
      text: "内容没有丢失：你的修改已保存，或者正在这台设备上等待发送。",
      next: "请重新加载页面。如果仍然出错，请把参考编号告诉本服务的管理员。",
    },
    reference: "参考编号",
    trips: "查看我的行程",
    again: "重新加载",
  },
} as const satisfies Record<string, Record<Kind, Record<Word, string>> & Record<string, unknown>>;

const DARK =
  "color-scheme:dark;--ground:#191b1a;--text:#f2f3f1;--quiet:#c3c6c2;--faint:#9aa09b;--accent:#5cc4b3;--on:#0e100f";
const STYLE = `
:root{color-scheme:light;--ground:#fff;--text:#181a17;--quiet:#464843;--faint:#62645d;--accent:#0b6a5f;--on:#fff}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK}}}
[data-theme=dark]{${DARK}}
body{margin:0;background:var(--ground);color:var(--text);font:14px/20px system-ui,"PingFang SC","Noto Sans SC",sans-serif}
header{padding:6px 12px}header a{font-size:16px;font-weight:600}
main{box-sizing:border-box;max-width:376px;margin:0 auto;padding:clamp(16px,9vh,88px) 16px 32px}
h1{margin:0;font-size:28px;line-height:36px;font-weight:600;letter-spacing:-.02em}
p{margin:8px 0 0;color:var(--quiet)}small{font-size:13px;color:var(--faint)}code{user-select:all;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:8px;margin-top:24px}
a{display:inline-block;box-sizing:border-box;min-height:44px;padding:12px;border-radius:6px;color:inherit;font-weight:500;text-decoration:none}
nav a:first-child{background:var(--accent);color:var(--on)}a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

/** Headers of a page without scripts and without styles except its own. */
export const ERROR_PAGE_HEADERS = {
  ...STATIC_HEADERS,
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "content-type": "text/html; charset=utf-8",
} as const;

/** Whether a person sees the answer: the request is a browser's for a page, and not one to the API. */
export function isPageRequest({ method, url, headers }: IncomingMessage): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && !/^\/api(?:\/|$)/.test(url ?? "") && (headers.accept ?? "").includes("text/html");
}

/** Returns a complete page for an error that Next can't answer. It contains nothing of the request. */
export function errorPage({ headers }: IncomingMessage, kind: Kind, requestId: string): string {
  const lang = languageOf(headers);
  const words = WORDS[lang];
  const { title, text, next } = words[kind];
  // Only errors of the service are in the log, so a page about an invalid address needs no reference.
  const reference = `<p><small>${words.reference} <code>${requestId}</code></small></p>`;
  const again = kind === "fault" ? `<a href="">${words.again}</a>` : "";
  return `<!doctype html><html lang="${lang}" data-theme="${themeOf(headers)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Wayfare</title><style>${STYLE}</style></head><body><header><a href="/">Wayfare</a></header><main><h1>${title}</h1><p>${text}</p><p>${next}</p>${kind === "fault" ? reference : ""}<nav>${again}<a href="/trips">${words.trips}</a></nav></main></body></html>`;
}

/** Returns the theme that was chosen in this browser, from the cookie that the pages use. */
function themeOf({ cookie }: IncomingMessage["headers"]): string {
  return /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie ?? "")?.[1] ?? "system";
}

function languageOf({ cookie, "accept-language": accepted }: IncomingMessage["headers"]): keyof typeof WORDS {
  const chosen = /(?:^|;\s*)lang=(en|zh)(?:;|$)/.exec(cookie ?? "")?.[1];
  const asked = /\b(en|zh)\b/i.exec(accepted ?? "")?.[1]?.toLowerCase();
  return (chosen ?? asked) === "zh" ? "zh" : "en";
}
