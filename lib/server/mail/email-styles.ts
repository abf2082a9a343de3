/*
 * The colours of app/globals.css, light and dark, are repeated here because mail clients do not support custom
 * properties.
 */
const LIGHT = { paper: "#fafaf8", surface: "#ffffff", ink: "#181a17", quiet: "#62645d", line: "#ebebe7" };
const DARK = { paper: "#131514", surface: "#171918", ink: "#eff1ef", quiet: "#9aa09b", line: "#262927" };
const ACCENT = { light: "#0b6a5f", onLight: "#ffffff", dark: "#5cc4b2", onDark: "#06231f" };

const SANS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans SC", sans-serif';

/** Inline styles, because many mail clients ignore style sheets. */
export const INLINE_STYLES = {
  page: { margin: "0", padding: "32px 16px", backgroundColor: LIGHT.paper, fontFamily: SANS },
  card: {
    maxWidth: "480px",
    padding: "32px",
    backgroundColor: LIGHT.surface,
    border: `1px solid ${LIGHT.line}`,
    borderRadius: "12px",
  },
  brand: { margin: "0 0 24px", fontSize: "14px", lineHeight: "20px", fontWeight: 600, color: ACCENT.light },
  title: { margin: "0 0 16px", fontSize: "20px", lineHeight: "28px", fontWeight: 600, color: LIGHT.ink },
  text: { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px", color: LIGHT.ink },
  quiet: { margin: "0 0 8px", fontSize: "14px", lineHeight: "20px", color: LIGHT.quiet },
  code: {
    margin: "0 0 24px",
    fontSize: "36px",
    lineHeight: "44px",
    fontWeight: 600,
    letterSpacing: "0.16em",
    fontVariantNumeric: "tabular-nums",
    color: LIGHT.ink,
    WebkitUserSelect: "all",
    userSelect: "all",
  },
  button: {
    margin: "8px 0 24px",
    padding: "12px 20px",
    fontSize: "16px",
    fontWeight: 600,
    color: ACCENT.onLight,
    backgroundColor: ACCENT.light,
    borderRadius: "8px",
  },
  address: { color: ACCENT.light, textDecoration: "underline", wordBreak: "break-all" },
} as const;

/** A style sheet for clients that follow the reader's theme; each class is one of the styles above. */
export const THEMES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${DARK.paper} !important; }
  .card { background-color: ${DARK.surface} !important; border-color: ${DARK.line} !important; }
  .title, .text, .code { color: ${DARK.ink} !important; }
  .quiet { color: ${DARK.quiet} !important; }
  .brand, .address { color: ${ACCENT.dark} !important; }
  .button { color: ${ACCENT.onDark} !important; background-color: ${ACCENT.dark} !important; }
}`;
