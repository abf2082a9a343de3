import { numberOf, extractWhen } from "./english-when.ts";
import { firstIntent, type Groups, type Intent, isWhenGiven, type Rule } from "./intents.ts";

const POLITE =
  /^(?:(?:hi|hello|hey|ok|okay|please|and|also|then|now|just)\b[,!.]?\s*|(?:can|could|would|will) you\s+|(?:let's|let us|i(?:'d| would) like(?: you)? to|i want(?: you)? to|we (?:want|need) to)\s+)+/i;
const END = /(?:[\s,]*\b(?:please|thanks|thank you))?[\s?!.]*$/i;

const CURRENCIES: readonly [RegExp, string][] = [
  [/^(?:¥|yen|jpy)$/i, "JPY"],
  [/^(?:€|euros?|eur)$/i, "EUR"],
  [/^(?:\$|dollars?|usd|bucks)$/i, "USD"],
  [/^(?:£|pounds?|gbp)$/i, "GBP"],
  [/^(?:yuan|rmb|cny)$/i, "CNY"],
];
const MONEY = String.raw`(?<sign>[¥€$£])?\s*(?<amount>\d[\d,]*(?:\.\d+)?)\s*(?<unit>yen|jpy|euros?|eur|dollars?|usd|bucks|pounds?|gbp|yuan|rmb|cny)?`;
const SHIFTED = String.raw`(?<count>an?|one|two|three|four|five|six|seven|\d{1,2})\s+(?<unit>days?|weeks?)\s+(?<side>later|earlier|sooner)`;
const WHOLE_TRIP = String.raw`what if|what happens|how about|(?:shift|move|push|postpone|start|delay)\s+(?:the |our )?(?:whole |entire )?(?:trip|everything|dates|it all)|go|leave|travel|we`;

/** The rules that read an intent from an English sentence; the first rule that matches is used. */
const RULES: readonly Rule[] = [
  {
    pattern:
      /\bwho owes\b|\bdo (?:i|we|you) owe\b|\bsettle up\b|^(?:show (?:me )?|what are )?(?:the |our )?balances?$/i,
    read: () => ({ do: "balances" }),
  },
  { pattern: new RegExp(`^(?:(?:${WHOLE_TRIP})\\b.*)?\\b${SHIFTED}\\b`, "i"), read: shift },
  {
    pattern: new RegExp(String.raw`^(?:i|we)\s+(?:paid|spent)\s+${MONEY}\s+(?:for|on)\s+(?<title>.+)$`, "i"),
    read: spend,
  },
  {
    pattern: new RegExp(String.raw`^(?<title>.+?)\s+(?:cost|costs|was)\s+(?:us\s+|me\s+)?${MONEY}$`, "i"),
    read: spend,
  },
  { pattern: /^(?:pack|don't forget|remember to (?:pack|bring)|bring)\s+(?<text>.+)$/i, read: pack },
  {
    pattern: /^(?:add|put)\s+(?<text>.+?)\s+(?:to|on)\s+(?:the\s+|our\s+|my\s+)?packing(?: list)?$/i,
    read: pack,
  },
  {
    pattern:
      /^(?:(?:add|make|write)\s+)?(?:a\s+)?note\s+(?:for|on|to)\s+(?<day>[^:,]+?)\s*[:,]\s*(?<text>.+)$/i,
    read: ({ day = "", text = "" }) => ({ do: "note", when: extractWhen(`on ${day}`).when, text }),
  },
  {
    pattern:
      /^(?:(?:so )?what (?:does|do|will|would|do) (?:it|the streets?|things) look like|(?:show (?:me |us )?)?(?:the )?(?:streets?|street view))(?:\s+(?:around|near|at|by|in|of|on|outside)\s+(?<where>.+))?$/i,
    read: street,
  },
  {
    pattern: /^what (?:does|do)\s+(?:the (?:area|street)s? (?:around|near)\s+)?(?<where>.+?)\s+looks? like$/i,
    read: street,
  },
  {
    pattern:
      /^(?:what(?:'s| has| have)? (?:we |been )?changed|who changed|(?:show (?:me )?)?(?:the )?history$)/i,
    read: () => ({ do: "history" }),
  },
  {
    pattern:
      /^(?:check\b(?!-)|is (?:there )?anything wrong|(?:are there )?any (?:problems|conflicts)|does (?:it|everything) (?:all )?(?:fit|work))/i,
    read: () => ({ do: "check" }),
  },
  {
    pattern: /^(?:how (?:long|far)|route|(?:show|estimate|what's|what is)\b.*\broute|how do we get)\b/i,
    read: (_, text) => ({ do: "route", when: extractWhen(text).when }),
  },
  { pattern: /^(?:book|reserve|buy|order|call|email|mail)\b/i, read: () => ({ do: "book" }) },
  {
    pattern: /^where(?:'s| is| are)\s+(?<what>.+)$/i,
    read: ({ what = "" }) => ({ do: "where", what: bare(what) }),
  },
  {
    pattern:
      /^(?:find|search(?: for)?|look for|look up|any|is there|are there|where can (?:we|i) (?:get|eat|have|find)|recommend|suggest)\s+(?:(?:me|us|some|an?|any|good|nice|great)\s+)*(?<what>.+?)(?:\s+(?:near|around|close to|next to|by)\s+(?<near>.+))?$/i,
    read: ({ what = "", near = "" }) => ({ do: "find", what: bare(what), near: bare(near) }),
  },
  {
    pattern: /^(?:add|put|include|schedule|plan|visit|have(?! (?:i|we|you|they)\b))\s+(?<rest>.+)$/i,
    read: add,
  },
  {
    pattern: /^(?:remove|delete|drop|cancel|skip|take out|get rid of)\s+(?<stop>.+)$/i,
    read: remove,
  },
  {
    pattern: /^(?:move|shift|change|set|reschedule|start|postpone|push|switch|make)\s+(?<rest>.+)$/i,
    read: change,
  },
  {
    pattern:
      /^(?:what|show|tell|give|how|list|read|when|which|describe|summari[sz]e|overview|(?:the |our )?(?:plan|itinerary|schedule|agenda))\b.*\b(?:plan|planned|plans|schedule|itinerary|doing|do we do|agenda|overview|happening|trip|about|day|today|tomorrow)\b/i,
    read: (_, text) => ({ do: "plan", when: extractWhen(text).when }),
  },
  {
    pattern: /^(?:the |our )?(?:plan|itinerary|schedule|agenda|overview)\b/i,
    read: (_, text) => ({ do: "plan", when: extractWhen(text).when }),
  },
  { pattern: /^(?:help.*|what can you do.*|who are you|thanks|thank you|)$/i, read: () => ({ do: "help" }) },
];

export function readEnglish(text: string): Intent | null {
  return firstIntent(RULES, text.trim().replace(POLITE, "").replace(END, ""));
}

function add({ rest: all = "" }: Groups): Intent | null {
  const { rest, when } = extractWhen(all);
  const name = bare(rest.replace(/^(?:(?:a )?(?:stop|visit)\s+(?:at|to|for|called)|some)\s+/i, ""));
  if (name === "") return null;
  const at = /\s(?:at|in)\s+(?<at>.+)$/i.exec(name)?.groups?.at ?? name;
  return { do: "add", name: capital(name), at: bare(at), when };
}

function change({ rest: all = "" }: Groups): Intent | null {
  const { rest, when } = extractWhen(all);
  const words = /^(?<stop>.+?)(?:\s+(?:to\s+)?(?:right\s+)?after\s+(?<after>.+))?$/i.exec(rest)?.groups ?? {};
  const stop = bare(
    (words.stop ?? "").replace(/^(?:the )?(?:start(?:ing)? )?(?:time|start) (?:of|for)\s+/i, ""),
  );
  const after = bare(words.after ?? "");
  return stop === "" || (after === "" && !isWhenGiven(when)) ? null : { do: "change", stop, when, after };
}

function remove({ stop = "" }: Groups): Intent {
  const { rest, when } = extractWhen(stop);
  return { do: "remove", stop: bare(rest), when };
}

function shift({ count = "", unit = "", side = "" }: Groups): Intent {
  const days = (/^an?$/i.test(count) ? 1 : numberOf(count)) * (/week/i.test(unit) ? 7 : 1);
  return { do: "shift", days: /later/i.test(side) ? days : -days };
}

function pack({ text = "" }: Groups): Intent {
  return { do: "pack", text: capital(text.replace(/^(?:an?|the|some|my|our|your)\s+/i, "")) };
}

function spend({ title = "", amount = "", sign, unit = "" }: Groups): Intent {
  const currency = CURRENCIES.find(([pattern]) => pattern.test(sign ?? unit))?.[1] ?? null;
  return { do: "spend", title: capital(bare(title)), amount, currency };
}

function street({ where = "" }: Groups): Intent {
  return { do: "street", where: bare(where) };
}

function bare(text: string): string {
  return text.replace(/^(?:the|our|my|an?)\s+/i, "").trim();
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}
