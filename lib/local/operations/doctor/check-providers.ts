import * as z from "zod";
import { nominatim } from "#lib/server/places/nominatim.ts";
import { photon } from "#lib/server/places/photon.ts";
import { type Finding, sendRequest, hostOf, runCheck, ok, problem, warning } from "./finding.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

/** An answer that blames the key: Resend answers some invalid keys with the status of a bad request. */
const NAMES_KEY = z.object({ message: z.string().regex(/api key is invalid/i) });

export function checkMail({ env }: DoctorSettings): Promise<Finding[]> {
  if (env.EMAIL_PROVIDER === "console") {
    const isPublic = env.BASE_URL.startsWith("https:");
    const says = "printed to the log";
    const finding = isPublic
      ? warning("mail", `${says}, so nobody gets a code: set EMAIL_PROVIDER=http-api`)
      : ok("mail", says);
    return Promise.resolve([finding]);
  }
  const where = hostOf(env.EMAIL_API_URL);
  return runCheck("mail", "Is EMAIL_API_URL right?", async () => {
    const headers = { authorization: `Bearer ${env.EMAIL_API_KEY ?? ""}` };
    const { status, body } = await sendRequest(`${env.EMAIL_API_URL}/domains`, { headers });
    if (status === 200) return ok("mail", `${where} takes the key`);
    // A key that may only send mails is valid.
    const isSendingOnly = z.object({ name: z.literal("restricted_api_key") }).safeParse(body).success;
    if (isSendingOnly) return ok("mail", `${where} takes the key, for sending alone`);
    if (status === 401 || status === 403 || NAMES_KEY.safeParse(body).success) {
      return problem("mail", `${where} refuses the key (${status}): mend EMAIL_API_KEY`);
    }
    return warning(
      "mail",
      `${where} answers ${status} to who asks for its domains; whether it takes the key, a mail will tell`,
    );
  });
}

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

export function checkAgent({ env }: DoctorSettings): Promise<Finding[]> {
  const { AGENT_MODEL: model, AGENT_API_KEY: key, AGENT_BASE_URL: url } = env;
  if (model === undefined && key === undefined) return Promise.resolve([ok("agent", "off")]);
  if (model === undefined || key === undefined) {
    const missing = model === undefined ? "AGENT_MODEL" : "AGENT_API_KEY";
    return Promise.resolve([warning("agent", `off, since ${missing} is not set`)]);
  }
  const where = hostOf(url);
  return runCheck("agent", "Is AGENT_BASE_URL right, with the path it needs, such as /v1?", async () => {
    const { status, body } = await sendRequest(`${url}/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (status === 401 || status === 403) {
      return problem("agent", `${where} refuses the key (${status}): mend AGENT_API_KEY`);
    }
    const models = Models.safeParse(body).data?.data.map(({ id }) => id);
    if (status !== 200 || !models) {
      return warning(
        "agent",
        `${where} answers ${status} and lists no models; whether it has ${model}, a question will tell`,
      );
    }
    if (models.includes(model)) return ok("agent", `${where} has ${model}`);
    return problem(
      "agent",
      `${where} has no ${model}: set AGENT_MODEL to one of ${models.slice(0, 5).join(", ")}`,
    );
  });
}

export function checkStreetView({ env }: DoctorSettings): Promise<Finding[]> {
  if (env.STREET_VIEW_PROVIDER === undefined) return Promise.resolve([ok("street view", "off")]);
  const where = hostOf(env.STREET_IMAGERY_API_URL);
  return runCheck("street view", "Is STREET_IMAGERY_API_URL right?", async () => {
    const headers = { authorization: `OAuth ${env.STREET_IMAGERY_ACCESS_TOKEN ?? ""}` };
    const box = "bbox=-9.1367,38.7075,-9.1366,38.7076&fields=id&limit=1";
    const { status, body } = await sendRequest(`${env.STREET_IMAGERY_API_URL}/images?${box}`, { headers });
    if (status === 200) return ok("street view", `${where} takes the token`);
    const isToken = z.object({ error: z.object({ code: z.literal(190) }) }).safeParse(body).success;
    if (isToken || status === 401 || status === 403) {
      return problem("street view", `${where} refuses the token: mend STREET_IMAGERY_ACCESS_TOKEN`);
    }
    return problem("street view", `${where} answers ${status}: is STREET_IMAGERY_API_URL right?`);
  });
}

const SERVERS = { photon, nominatim };

export function checkPlaces({ env }: DoctorSettings): Promise<Finding[]> {
  const { PLACE_SEARCH_PROVIDER: provider, PLACE_SEARCH_URL: url } = env;
  if (provider === "embedded" || url === undefined) {
    return Promise.resolve([ok("place search", "embedded")]);
  }
  const where = hostOf(url);
  return runCheck(
    "place search",
    "Is PLACE_SEARCH_URL right? Meanwhile the embedded list answers.",
    async () => {
      const server = SERVERS[provider];
      const { status, body } = await sendRequest(
        `${url}${server.pathFor({ text: "Lisbon", near: null, locale: "en" })}`,
      );
      if (status !== 200)
        return problem("place search", `${where} answers ${status}: is PLACE_SEARCH_URL right?`);
      const found = places(() => server.read(body));
      if (found === null)
        return problem(
          "place search",
          `${where} does not answer like ${provider}: set PLACE_SEARCH_PROVIDER`,
        );
      return found === 0
        ? warning("place search", `${where} does not find Lisbon`)
        : ok("place search", `${where} finds Lisbon`);
    },
  );
}

function places(read: () => readonly unknown[]): number | null {
  try {
    return read().length;
  } catch {
    return null;
  }
}

export function checkRates({ env }: DoctorSettings): Promise<Finding[]> {
  const url = env.EXCHANGE_RATES_URL;
  if (url === undefined) return Promise.resolve([ok("exchange rates", "of the snapshot")]);
  const where = hostOf(url);
  const advice = "Is EXCHANGE_RATES_URL right? Meanwhile the snapshot answers.";
  return runCheck("exchange rates", advice, async () => {
    const { status, body } = await sendRequest(`${url}/v1/latest?base=EUR&symbols=USD,JPY`);
    const found = z.object({ date: z.string(), rates: z.object({ JPY: z.number() }) }).safeParse(body);
    if (status === 200 && found.success)
      return ok("exchange rates", `${where} has those of ${found.data.date}`);
    return problem("exchange rates", `${where} answers ${status} without rates. ${advice}`);
  });
}

export function checkRouting({ env }: DoctorSettings): Promise<Finding[]> {
  const url = env.ROUTING_URL;
  if (url === undefined) return Promise.resolve([ok("routes", "estimated")]);
  const server = url.replaceAll("{profile}", "car");
  const where = hostOf(server);
  const advice = "Is ROUTING_URL right? Meanwhile ways are estimated.";
  return runCheck("routes", advice, async () => {
    const { body } = await sendRequest(
      `${server}/route/v1/car/-9.1367,38.7075;-9.1333,38.7139?overview=false`,
    );
    const code = z.object({ code: z.string() }).safeParse(body).data?.code;
    if (code === undefined) return problem("routes", `${where} does not answer like OSRM. ${advice}`);
    // Any code is right: a router with the data of another part of the world has no route in Lisbon.
    return ok("routes", `${where} answers (${code})`);
  });
}

export function checkIdentity({ env }: DoctorSettings): Promise<Finding[]> {
  if (env.PRIMARY_OAUTH_CLIENT_ID === undefined || env.PRIMARY_OAUTH_AUTHORIZATION_URL !== undefined)
    return Promise.resolve([]);
  const where = hostOf(env.PRIMARY_OAUTH_ISSUER);
  return runCheck("sign-in", "Is PRIMARY_OAUTH_ISSUER right?", async () => {
    const { status, body } = await sendRequest(
      `${env.PRIMARY_OAUTH_ISSUER}/.well-known/openid-configuration`,
    );
    const found = z.object({ authorization_endpoint: z.string() }).safeParse(body);
    if (status === 200 && found.success)
      return ok("sign-in", `${where} says how (${env.PRIMARY_OAUTH_NAME})`);
    return problem(
      "sign-in",
      `${where} answers ${status} without its configuration: is PRIMARY_OAUTH_ISSUER right?`,
    );
  });
}
