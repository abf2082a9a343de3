/** Names of the IANA database whose spelling follows no rule. */
const IRREGULAR = [
  "Africa/Dar_es_Salaam",
  "America/Argentina/ComodRivadavia",
  "America/Knox_IN",
  "America/Port-au-Prince",
  "America/Port_of_Spain",
  "Antarctica/DumontDUrville",
  "Antarctica/McMurdo",
  "Australia/ACT",
  "Australia/LHI",
  "Australia/NSW",
  "Brazil/DeNoronha",
  "Chile/EasterIsland",
  "Europe/Isle_of_Man",
  "Mexico/BajaNorte",
  "Mexico/BajaSur",
  "GB-Eire",
  "NZ-CHAT",
  "Navajo",
  "PRC",
  "ROC",
  "ROK",
  "UCT",
  "UTC",
  "GMT",
  "GMT0",
  "GMT+0",
  "GMT-0",
  "W-SU",
  "EST5EDT",
  "CST6CDT",
  "MST7MDT",
  "PST8PDT",
];

const spellings = new Map<string, string>();

/**
 * Returns a zone's name in the spelling of the IANA database, whatever case a client sent: calendars find zones by this
 * spelling.
 */
export function spelledZone(name: string): string {
  if (spellings.size === 0) {
    for (const known of [...Intl.supportedValuesOf("timeZone"), ...IRREGULAR]) {
      spellings.set(known.toLowerCase(), known);
    }
  }
  return spellings.get(name.toLowerCase()) ?? byRule(name);
}

/**
 * Spells a name by rule, as in `Asia/Ho_Chi_Minh`: each word has a capital. Names of three letters and everything
 * behind `Etc/` are abbreviations.
 */
function byRule(name: string): string {
  if (/^etc\/.{3,6}$/i.test(name) && !/^etc\/zulu$/i.test(name)) {
    return `Etc/${/greenwich|universal/i.test(name) ? capital(name.slice(4)) : name.slice(4).toUpperCase()}`;
  }
  if (name.length <= 3) return name.toUpperCase();
  return name
    .split("/")
    .map((part) => part.split("_").map(capital).join("_"))
    .map((part) => part.split("-").map(firstCapital).join("-"))
    .join("/")
    .replace(/^Us\//, "US/");
}

function capital(word: string): string {
  return firstCapital(word.toLowerCase());
}

function firstCapital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
