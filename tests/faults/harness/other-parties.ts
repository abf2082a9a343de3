import { startRatesServer } from "#tests/doubles/exchange-rates.ts";
import { type MailApi, startMailApi } from "#tests/doubles/mail-api.ts";
import { startPlacesServer } from "#tests/doubles/place-servers.ts";
import { startRoutingServer } from "#tests/doubles/routing.ts";
import { startS3 } from "#tests/doubles/s3.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";
import { ADDRESS_HEADER } from "./people.ts";
import { type FaultyLink, startFaultyLink } from "./link.ts";

/** All other parties that the service calls, each behind a link that can be broken. */
export interface OtherParties {
  mail: MailApi;
  redis: TestRedis;
  links: { mail: FaultyLink; bucket: FaultyLink; places: FaultyLink; routes: FaultyLink; rates: FaultyLink };
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

function to(url: string): Promise<FaultyLink> {
  return startFaultyLink("127.0.0.1", Number(new URL(url).port));
}

/**
 * Starts all other parties and the links to them.
 * @throws Error if there is no Redis, because an untested fault must not count as a success
 */
export async function startOtherParties(storage: "bucket" | "disk"): Promise<OtherParties> {
  const today = new Date().toISOString().slice(0, 10);
  const [mail, s3, places] = await Promise.all([startMailApi(), startS3(), startPlacesServer()]);
  const [routes, rates] = await Promise.all([startRoutingServer(), startRatesServer(today)]);
  const redis = await startRedis();
  const links = {
    mail: await to(mail.url),
    bucket: await to(s3.env.S3_ENDPOINT ?? ""),
    places: await to(places.url),
    routes: await to(routes.url),
    rates: await to(rates.url),
  };
  const bucket = { ...s3.env, S3_ENDPOINT: links.bucket.url };
  return {
    mail,
    redis,
    links,
    env: {
      CLIENT_IP_HEADER: ADDRESS_HEADER,
      EMAIL_PROVIDER: "http-api",
      EMAIL_FROM: "Wayfare <trips@wayfare.test>",
      EMAIL_API_KEY: mail.key,
      EMAIL_API_URL: links.mail.url,
      RATE_LIMIT_REDIS_URL: redis.url,
      PLACE_SEARCH_PROVIDER: "photon",
      PLACE_SEARCH_URL: links.places.url,
      ROUTING_URL: `${links.routes.url}/{profile}`,
      EXCHANGE_RATES_URL: links.rates.url,
      ...(storage === "bucket" ? bucket : {}),
    },
    async stop() {
      await Promise.all(Object.values(links).map((link) => link.stop()));
      await Promise.all([mail, s3, places, routes, rates, redis].map((other) => other.stop()));
    },
  };
}
