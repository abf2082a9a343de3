import lighthouse, { desktopConfig } from "lighthouse";

export const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
export type Category = (typeof CATEGORIES)[number];
export type FormFactor = "desktop" | "mobile";

const NOT_RECORDED: ReadonlySet<string> = new Set([
  "NO_NAVSTART",
  "NO_TRACING_STARTED",
  "NO_FCP",
  "PAGE_HUNG",
]);

export interface Audit {
  /** The scores, each out of 100. */
  scores: ReadonlyMap<Category, number>;
  /** The audits that cost points, each with the elements that caused it. */
  faults: readonly Fault[];
  /** The measured values by the audit's id, each in its own unit. */
  metrics: ReadonlyMap<string, number>;
  /** The machine's present speed by Lighthouse's own measure; a laptop without other load has 1,500 or more. */
  machine: number;
}

export interface Fault {
  category: Category;
  id: string;
  score: number;
  title: string;
  found: readonly string[];
}

export interface AuditOptions {
  port: number;
  form: FormFactor;
  categories?: readonly Category[];
}

/**
 * Audits one visit of a browser that has only cookies, on a simulated network, with the CPU slowed down for a phone.
 */
export async function audit(url: string, options: AuditOptions): Promise<Audit> {
  const { port, form, categories = CATEGORIES } = options;
  const flags = { port, onlyCategories: [...categories], logLevel: "error" as const, maxWaitForLoad: 60_000 };
  const lhr = await visit(url, flags, form);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}.`);
  const scores = categories.map((name) => [name, (lhr.categories[name]?.score ?? 0) * 100] as const);
  return {
    scores: new Map(scores),
    faults: categories.flatMap((name) => faultsOf(lhr, name)),
    metrics: metricsOf(lhr),
    machine: lhr.environment.benchmarkIndex,
  };
}

type Flags = NonNullable<Parameters<typeof lighthouse>[1]>;
type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

/** Returns Lighthouse's report on a visit. If a busy machine's browser fails to record it, the visit is repeated. */
async function visit(url: string, flags: Flags, form: FormFactor, attempts = 3): Promise<Report> {
  const result = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { lhr } = result;
  if (!lhr.runtimeError) return lhr;
  const { code, message } = lhr.runtimeError;
  if (attempts > 1 && NOT_RECORDED.has(code)) return visit(url, flags, form, attempts - 1);
  throw new Error(`${url}: ${code} ${message}`);
}

function faultsOf(lhr: Report, category: Category): Fault[] {
  const counting = lhr.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return counting.flatMap(({ id }) => {
    const { score = null, title = id, details } = lhr.audits[id] ?? {};
    return score === null || score >= 0.995 ? [] : [{ category, id, score, title, found: foundAt(details) }];
  });
}

/** Returns the elements, addresses and texts in an audit's table. */
function foundAt(details: unknown): string[] {
  const items = isRecord(details) && Array.isArray(details.items) ? details.items : [];
  return items.filter(isRecord).map((item) => {
    const { node, description, url, issueType, source } = item;
    const parts = isRecord(node) ? [node.selector, node.explanation] : [];
    return [...parts, description, url, issueType, source]
      .filter((word) => typeof word === "string" && word !== "")
      .join(" ");
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function metricsOf(lhr: Report): Map<string, number> {
  const known = Object.entries(lhr.audits).flatMap(([id, { numericValue }]) =>
    numericValue === undefined ? [] : [[id, numericValue] as const],
  );
  return new Map(known);
}
