/** What a user agent says of itself; `kind` decides the words and the icon. */
export interface DeviceName {
  kind: "computer" | "handheld" | "app" | "miniProgram" | "unknown";
  browser: string | null;
  system: string | null;
}

// Order matters: most browsers also claim to be those below them.
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
/** What the network libraries of native apps call themselves. */
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

/** These two name no system, but run on one only. */
function systemOfLibrary(text: string): string | null {
  if (text.includes("okhttp/")) return "Android";
  return text.includes("CFNetwork/") ? "iPhone" : null;
}
