// @alone: sets the environment, which the service reads once
import { afterAll, describe, expect, test } from "vitest";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { authApi, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { sampleOf } from "#tests/helpers/tiers.ts";

// The rooms must run elsewhere: the address of embedded rooms is derived from the request's host.
process.env.PARTYKIT_URL = "http://127.0.0.1:9";
await useStreetView();
await usePlaceFacts();
const model = await useAgentModel();
afterAll(() => model.stop());
useMailbox();

const EVIL = "evil.example";
/** Headers that a client or a cache can set and that are not part of a cache's key. */
const UNKEYED: Record<string, string> = {
  host: EVIL,
  "x-forwarded-host": EVIL,
  "x-forwarded-proto": "http",
  "x-forwarded-port": "1337",
  "x-forwarded-for": "127.0.0.1",
  "x-forwarded-prefix": `//${EVIL}`,
  "x-original-url": `/${EVIL}`,
  "x-rewrite-url": `/${EVIL}`,
  "x-http-method-override": "DELETE",
  "x-method-override": "DELETE",
  forwarded: `for=127.0.0.1;host=${EVIL};proto=http`,
  "x-request-id": EVIL,
  via: EVIL,
  referer: `https://${EVIL}/`,
  "user-agent": `<script src=//${EVIL}>`,
};

/**
 * The answers that caches may store: pictures whose address depends on their content, and what is equal for all users.
 */
const KEPT: Readonly<Record<string, RegExp>> = {
  "avatar.read": /^public, max-age=31536000, immutable$/,
  "attachments.read": /^private, max-age=300$/,
  "streetView.preview": /^private, max-age=900$/,
  // The picture is from Wikimedia Commons and public.
  "places.picture": /^private, max-age=604800$/,
  // The picture is from Wikimedia Commons too, or was chosen for everybody who is invited.
  "covers.picture": /^private, max-age=604800$/,
  "covers.pictureOfInvite": /^private, max-age=604800$/,
  "feeds.read": /^private, max-age=\d+/,
  "agent.stream": /^private, no-store, no-transform$/,
};

const SAFE = {
  "x-content-type-options": "nosniff",
  "content-security-policy": /frame-ancestors 'none'|^default-src 'none'; sandbox$/,
  "referrer-policy": /^no-referrer$/,
};

function expectSafe(sent: RawAnswer, kept: RegExp, what: string): void {
  expect(sent.headers.get("cache-control"), what).toMatch(kept);
  for (const [name, value] of Object.entries(SAFE))
    expect(sent.headers.get(name), `${what} ${name}`).toMatch(value);
  for (const name of ["server", "x-powered-by"]) expect(sent.headers.get(name), what).toBeNull();
}

describe.each(sampleOf(allEndpoints, 2).map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s",
  (id, endpoint) => {
    test("is kept by no cache, refused or not, and says nothing that a host's name in the request decides", async () => {
      const scene = await newTripFixture();
      const { token } = scene.owner;
      const valid = await inputFor(id, scene, scene.owner);
      const refused = await send(endpoint, { ...valid, query: { ...valid.query, nobody: "asked" }, token });
      expectSafe(refused, /no-store|^private, max-age=\d+|^public/, "refused");
      const nobody = await send(endpoint, valid);
      if (nobody.status >= 400) expectSafe(nobody, /^private, no-store$/, "without a session");
      const input = { ...valid, origin: `http://${EVIL}`, headers: UNKEYED, token };
      const sent = await send(endpoint, input);
      // The owner cannot leave the trip, and without rooms the health check reports a problem.
      if (id !== "trips.leave" && id !== "service.health")
        expect(sent.status, sent.text).toBe(endpoint.status);
      expectSafe(sent, KEPT[id] ?? /^private, no-store$/, "asked with foreign names");
      expect(JSON.stringify([...sent.headers])).not.toContain(EVIL);
      if (id !== "service.ping") expect(sent.headers.get("vary")).toContain("origin");
      expect(sent.text).not.toContain(EVIL);
    });
  },
);

test("no link in a mail leads where the request's own host's name says", async () => {
  const { email } = await signUpAndVerify();
  await authApi().post("/request-password-reset", { email }, UNKEYED);
  const { link = "" } = mailsTo(email).at(-1) ?? {};
  expect(link).toMatch(/^http:\/\/localhost:3000\//);
  expect(JSON.stringify(mailsTo(email))).not.toContain(EVIL);
});
