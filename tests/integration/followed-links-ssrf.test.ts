// @alone: sets the environment, which the service reads once
import type { ServerResponse } from "node:http";
import type { LookupFunction } from "node:net";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { FOLLOWED_LINKS, shortLink } from "#lib/server/open-services/followed-links.ts";
import { followLink } from "#lib/server/places/links/follow-link.ts";
import type { SiteAnswer } from "#tests/doubles/map-sites.ts";
import {
  AT_BRIDGE,
  BRIDGE_PATH,
  page,
  POINT,
  refusal,
  uniqueSiteAddress,
  useMapSites,
} from "#tests/helpers/map-sites.ts";

/*
 * To follow a link, the service requests an address that a user typed; the request must not reach the service's own
 * network.
 */

const { sites, paste, follow } = await useMapSites();

/** Follows a short link that redirects to `to`, and returns the result and the requested addresses. */
async function led(to: string): Promise<{ outcome: unknown; asked: string[] }> {
  const address = uniqueSiteAddress("maps.app.goo.gl");
  sites.answers({ [address]: { to } });
  const outcome: unknown = await paste(`https://${address}`).catch((error: unknown) => error);
  return { outcome, asked: sites.asked.map(({ url }) => url).filter((url) => url !== `https://${address}`) };
}

describe("a redirect is followed to the sites of maps alone", () => {
  test.each([
    ["another site", "https://example.org/maps/place/x"],
    ["a site that only ends alike", "https://evilgoogle.com/maps"],
    ["a site that only begins alike", "https://www.google.com.evil.test/maps"],
    ["somebody's name below another domain", "https://www.google.com.xyz/maps"],
    ["this machine, by name", "https://localhost/"],
    ["this machine, by number", "https://127.0.0.1/"],
    ["this machine, in one figure", "https://2130706433/"],
    ["this machine, in hexadecimal", "https://0x7f000001/"],
    ["this machine, in octal", "https://0177.0.0.1/"],
    ["this machine, shortened", "https://127.1/"],
    ["this machine, by IPv6", "https://[::1]/"],
    ["this machine, mapped", "https://[::ffff:127.0.0.1]/"],
    ["a private network", "https://10.0.0.7/"],
    ["the cloud's metadata", "http://169.254.169.254/latest/meta-data/"],
    ["a name inside", "https://metadata.google.internal/"],
    ["a name with a dot at its end", "https://www.google.com./maps"],
    ["another port", "https://www.google.com:8443/maps"],
    ["another port without encryption", "http://www.google.com:8080/maps"],
    ["a name and password", "https://maps.google.com@10.0.0.7/"],
    ["a password for a known site", "https://user:pass@www.google.com/maps"],
    ["a file", "file:///etc/passwd"],
    ["an app", "comgooglemaps://?q=x"],
    ["an address behind a page of consent", "https://consent.google.com/ml?continue=https://127.0.0.1/"],
    ["an endless address", `https://www.google.com/maps?x=${"x".repeat(9000)}`],
  ])("not to %s", async (_, to) => {
    expect(await led(to)).toEqual({ outcome: refusal("unknown_site"), asked: [] });
  });

  test("not without encryption: the same address is asked on the encrypted port", async () => {
    const { outcome, asked } = await led("http://www.google.com/maps?cid=1");
    expect(outcome).toEqual(refusal("nothing"));
    expect(asked).toEqual(["https://www.google.com/maps?cid=1"]);
  });

  test.each([
    ["in a circle", (address: string) => ({ [address]: { to: `https://${address}` } })],
    [
      "on and on",
      (address: string) =>
        Object.fromEntries([
          [address, { to: "https://www.google.com/maps?n=0" }],
          ...Array.from({ length: 20 }, (_, n) => [
            `www.google.com/maps?n=${n}`,
            { to: `https://www.google.com/maps?n=${n + 1}` },
          ]),
        ]) as Record<string, SiteAnswer>,
    ],
  ])("not %s: four times at most", async (_, answers) => {
    const address = uniqueSiteAddress("maps.app.goo.gl");
    sites.answers(answers(address));
    await expect(paste(`https://${address}`)).rejects.toEqual(refusal("nothing"));
    expect(sites.asked).toHaveLength(5);
  });

  test("with no cookie that a site has set on the way", async () => {
    const [first, second] = [uniqueSiteAddress("maps.app.goo.gl"), "www.google.com/maps?cid=7"];
    sites.answers({
      [first]: { to: `https://${second}` },
      [second]: { to: "https://www.google.com/maps?cid=8" },
    });
    await expect(paste(`https://${first}`)).rejects.toEqual(refusal("nothing"));
    expect(sites.asked).toHaveLength(3);
    expect(sites.asked.filter(({ headers }) => "cookie" in headers)).toEqual([]);
  });
});

describe("a link that is none of the table's is asked for nowhere", () => {
  test.each([
    "https://maps.app.goo.gl:444/abc",
    "https://user:pass@maps.app.goo.gl/abc",
    "https://maps.app.goo.gl.evil.test/abc",
    "https://maps.app.goo.gl/../admin?x",
    "https://maps.app.goo.gl/a/b",
    "https://goo.gl/abc",
    "https://g.co/payments/abc",
    "https://yandex.com/search/abc",
    "https://maps.apple.com/place?_provider=9902",
    "ftp://maps.app.goo.gl/abc",
    "https://127.0.0.1/abc",
  ])("%s", (link) => {
    if (link.includes("..")) expect(shortLink(link)?.href).toBe("https://maps.app.goo.gl/admin");
    else expect(shortLink(link)).toBeNull();
  });
});

/** Returns a name server that answers every name with these addresses. */
function names(...addresses: string[]): LookupFunction {
  return (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
}

describe("the site's own name that leads", () => {
  test.each([
    ["to this machine", ["127.0.0.1"]],
    ["to this machine by IPv6", ["::1"]],
    ["to a private network", ["192.168.1.1"]],
    ["to a mapped private address", ["::ffff:10.0.0.1"]],
    ["to public and private addresses at once", ["142.250.1.1", "10.0.0.7"]],
  ])("%s is not connected to", async (_, addresses) => {
    const link = new URL("https://maps.app.goo.gl/abc");
    const followed = followLink(link, { signal: AbortSignal.timeout(2000), lookup: names(...addresses) });
    await expect(followed).rejects.toThrow("This name leads to an address that is not public.");
  });
});

/** Serves an answer at a new short link and returns the link. */
function served(write: (response: ServerResponse) => void): string {
  const address = uniqueSiteAddress("maps.apple", "/p/");
  sites.answers({ [address]: page(write) });
  return `https://${address}`;
}

describe("whatever a page holds", () => {
  const PLACED = `<link rel="canonical" href="https://www.google.com${BRIDGE_PATH}">`;

  test("of ten megabytes only the beginning is read", async () => {
    let written = 0;
    const filler = " ".repeat(64 * 1024);
    const link = served((response) => {
      const more = (): void => {
        while (written < 10 * 1024 * 1024 && !response.destroyed) {
          written += filler.length;
          if (!response.write(filler)) return;
        }
        response.end(PLACED);
      };
      response.on("drain", more);
      response.write("<head>");
      more();
    });
    await expect(paste(link)).rejects.toEqual(refusal("nothing"));
    await expect.poll(sites.open).toBe(0);
    expect(written).toBeLessThan(9 * 1024 * 1024);
  });

  test("what stands in the beginning of an endless one counts", async () => {
    const link = served((response) => {
      response.write(`<head>${PLACED}`);
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(64 * 1024)));
      };
      response.on("drain", more);
      more();
    });
    expect(await paste(link)).toMatchObject([AT_BRIDGE]);
    await expect.poll(sites.open).toBe(0);
  });

  test("no page is read that is none", async () => {
    const address = uniqueSiteAddress("maps.apple", "/p/");
    sites.answers({
      [address]: (response) => void response.setHeader("content-type", "application/pdf").end(PLACED),
    });
    await expect(paste(`https://${address}`)).rejects.toEqual(refusal("nothing"));
  });

  test.each<[string, SiteAnswer]>([
    ["says nothing for ever", () => undefined],
    [
      "drips for ever",
      (response) => {
        response.setHeader("content-type", "text/html");
        const drip = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(drip));
      },
    ],
  ])(
    "a site that %s is left after the time of the whole chain, and the connection closed",
    async (_, answer) => {
      const [first, second] = [uniqueSiteAddress("maps.app.goo.gl"), "www.google.com/maps?cid=9"];
      sites.answers({ [first]: { to: `https://${second}` }, [second]: answer });
      const signal = AbortSignal.timeout(300);
      await expect(follow(new URL(`https://${first}`), { signal })).rejects.toThrow(/timeout|aborted/i);
      await expect.poll(sites.open).toBe(0);
      expect(FOLLOWED_LINKS.deadlineMs).toBe(4000);
    },
  );

  test.each([429, 500, 503])("a site that answers %i gives no answer, and none is kept", async (status) => {
    const address = uniqueSiteAddress("naver.me");
    sites.answers({ [address]: (response) => void response.writeHead(status).end() });
    await expect(paste(`https://${address}`)).rejects.toEqual(refusal("no_answer"));
    await awaitDeferredWork();
    expect((await freshDatabase().pool.query("select 1 from open_service_answers")).rowCount).toBe(0);
  });

  test("a view that its site says no more of stays a view", async () => {
    const [first, second] = [
      uniqueSiteAddress("maps.app.goo.gl"),
      "www.google.com/maps/@50.0865,14.4114,15z",
    ];
    sites.answers({
      [first]: { to: `https://${second}` },
      [second]: (response) => void response.writeHead(500).end(),
    });
    expect(await paste(`https://${first}`)).toMatchObject([{ ...POINT, isView: true }]);
  });
});
