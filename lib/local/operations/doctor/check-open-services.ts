import * as z from "zod";
import { FOLLOWED_LINKS, SHORT_LINK_HOSTS } from "#lib/server/open-services/followed-links.ts";
import {
  OPEN_SERVICES,
  type OpenServiceDescription,
  type OpenServiceName,
} from "#lib/server/open-services/services.ts";
import { isSharedServer } from "#lib/server/open-services/shared-address.ts";
import { userAgent } from "#lib/server/open-services/user-agent.ts";
import { type Finding, sendRequest, hostOf, runCheck, ok, problem, warning } from "./finding.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

interface Probe {
  what: string;
  /** The smallest request that the service answers, as a suffix of its address. */
  asks: string;
  /** The schema of the answer. */
  answer: z.ZodType;
}

const DAY = "latitude=38.71&longitude=-9.14&daily=temperature_2m_max&timezone=auto";
const Days = z.object({ daily: z.object({ temperature_2m_max: z.array(z.number().nullable()).min(1) }) });

/** Requests to the open services that have no check of their own. */
const PROBES: Partial<Record<OpenServiceName, Probe>> = {
  streets: {
    what: "streets",
    asks: "",
    answer: z.object({ tiles: z.array(z.string()).min(1) }),
  },
  weather: { what: "weather", asks: `/v1/forecast?${DAY}`, answer: Days },
  pastWeather: {
    what: "usual weather",
    asks: `/v1/archive?${DAY}&start_date=2025-05-01&end_date=2025-05-01`,
    answer: Days,
  },
  encyclopaedia: {
    what: "encyclopaedia",
    asks: "/api/rest_v1/page/summary/Lisbon",
    answer: z.object({ title: z.string(), extract: z.string() }),
  },
  placeLinks: {
    what: "place links",
    asks: "/w/api.php?action=wbgetentities&ids=Q597&props=labels&languages=en&format=json",
    answer: z.object({ entities: z.record(z.string(), z.unknown()) }),
  },
  pictures: {
    what: "pictures",
    asks: "/w/api.php?action=query&titles=File:Lisbon.jpg&prop=imageinfo&iiprop=url&format=json",
    answer: z.object({ query: z.unknown() }),
  },
  placeFacts: {
    what: "place facts",
    asks: `/api/interpreter?data=${encodeURIComponent("[out:json][timeout:5];node(1);out tags;")}`,
    answer: z.object({ elements: z.array(z.unknown()) }),
  },
  timetables: {
    what: "timetables",
    asks: "/api/v5/plan?fromPlace=38.7139,-9.1394&toPlace=38.6978,-9.2065&numItineraries=1",
    answer: z.object({ itineraries: z.array(z.unknown()) }),
  },
};

/** Sends one request to each open service, as the service itself would. */
export async function checkOpenServices(patient: DoctorSettings): Promise<Finding[]> {
  const names = Object.keys(PROBES) as OpenServiceName[];
  const findings = await Promise.all(names.map((name) => checkOne(patient, name)));
  return [...findings.flat(), followedLinks(patient)];
}

/** Reports whether short links are followed. None is tried, since nobody knows a short link that will stay valid. */
function followedLinks({ env }: DoctorSettings): Finding {
  if (env.FOLLOW_MAP_LINKS === "off") return ok("map links", `off: ${FOLLOWED_LINKS.otherwise.en}`);
  const [first, ...others] = SHORT_LINK_HOSTS;
  return ok(
    "map links",
    `short ones are followed (${first} and ${others.length} other hosts); not tried here`,
  );
}

async function checkOne({ env }: DoctorSettings, name: OpenServiceName): Promise<Finding[]> {
  const probe = PROBES[name];
  const { variable, otherwise }: OpenServiceDescription = OPEN_SERVICES[name];
  const url = env[OPEN_SERVICES[name].variable];
  if (!probe) return [];
  const { what, asks, answer } = probe;
  if (url === undefined) return [ok(what, `off: ${otherwise.en}`)];
  const where = hostOf(url.replaceAll("{lang}", "en"));
  // An operator can repair a server of their own; for a public one they can only wait.
  const isOwn = !isSharedServer(name, url);
  const bad = isOwn ? problem : warning;
  const advice = `${isOwn ? `Is ${variable} right? ` : ""}Meanwhile: ${otherwise.en}.`;
  const findings = await runCheck(what, advice, async () => {
    const headers = { "user-agent": userAgent(env.BASE_URL) };
    const { status, body } = await sendRequest(url.replaceAll("{lang}", "en") + asks, { headers });
    if (status !== 200) return bad(what, `${where} answers ${status}. ${advice}`);
    if (!answer.safeParse(body).success) return bad(what, `${where} does not answer as it should. ${advice}`);
    return ok(what, `${where} answers`);
  });
  return findings.map((finding) => (finding.level === "problem" ? bad(what, finding.says) : finding));
}
