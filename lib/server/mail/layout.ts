import type { Locale } from "#lib/server/auth/locale.ts";

export interface Layout {
  locale: Locale;
  subject: string;
  title: string;
  /** Paragraphs before and after the one thing that the mail is for; plain text. */
  before: string[];
  /** HTML of the code or button. */
  main: string;
  after: string[];
}

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif";
/* Mail clients know no custom properties, so the tokens' colours stand here again. */
const INK = "#181a17";
const QUIET = "#62645d";
const ACCENT = "#0b6a5f";

/** One column that mail clients of every age show alike. */
export function htmlPage(layout: Layout): string {
  const paragraph = (text: string, color: string) =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:24px;color:${color}">${escapeHtml(text)}</p>`;
  return [
    `<!doctype html><html lang="${layout.locale}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(layout.subject)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;background:#f4f4f1;${FONT}">`,
    `<div style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">`,
    `<p style="margin:0 0 24px;font-size:14px;font-weight:600;color:${ACCENT}">Wayfare</p>`,
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;color:${INK}">${escapeHtml(layout.title)}</h1>`,
    ...layout.before.map((text) => paragraph(text, INK)),
    layout.main,
    ...layout.after.map((text) => paragraph(text, QUIET)),
    "</div></body></html>",
  ].join("\n");
}

export function codeBlock(code: string): string {
  const look = `font-size:32px;line-height:40px;font-weight:600;letter-spacing:0.2em;color:${INK}`;
  return `<p style="margin:0 0 16px;${look}">${escapeHtml(code)}</p>`;
}

export function linkBlock(link: string, button: string, orCopy: string): string {
  const look = `display:inline-block;padding:12px 20px;border-radius:8px;background:${ACCENT};color:#fff;font-weight:600`;
  const href = escapeHtml(link);
  return [
    `<p style="margin:0 0 16px"><a href="${href}" style="${look};text-decoration:none">${escapeHtml(button)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${QUIET}">${escapeHtml(orCopy)}<br>`,
    `<a href="${href}" style="color:${ACCENT};word-break:break-all">${href}</a></p>`,
  ].join("\n");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
