/** What a user agent header says about the device; `kind` decides the label and the icon. */
export interface DeviceName {
  kind: "computer" | "handheld" | "app" | "miniProgram" | "unknown";
  browser: string | null;
  system: string | null;
}

// The order matters: most browsers also contain the names of those further down in this list.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bHarmonyOS\b|\bOpenHarmony\b/, "HarmonyOS"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac(?:intosh| ?OS)/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const HANDHELD = new Set(["iPhone", "iPad", "Android", "HarmonyOS"]);
const MINI_PROGRAM = /\bminiProgram\b|\bMicroMessenger\//i;
/** Names that the network libraries of native apps send as user agent. */
const APP = /\bokhttp\/|\bCFNetwork\/|\bDalvik\/|\bDart\/|\bExpo\b|\bReactNative\b/i;

export function nameDevice(userAgent: string | null | undefined): DeviceName {
  const text = userAgent ?? "";
  const browser = nameIn(browsers, text);
  const system = nameIn(systems, text);
  if (MINI_PROGRAM.test(text)) return { kind: "miniProgram", browser: null, system };
  if (APP.test(text)) return { kind: "app", browser: null, system: system ?? systemOfLibrary(text) };
  if (browser === null && system === null) return { kind: "unknown", browser, system };
  return { kind: system !== null && HANDHELD.has(system) ? "handheld" : "computer", browser, system };
}

function nameIn(known: readonly (readonly [RegExp, string])[], text: string): string | null {
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/**
 * Returns the operating system of a native app by its network library: the two libraries name none, but each runs on
 * one system only.
 */
function systemOfLibrary(text: string): string | null {
  if (text.includes("okhttp/")) return "Android";
  return text.includes("CFNetwork/") ? "iPhone" : null;
}
