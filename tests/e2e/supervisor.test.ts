import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import * as z from "zod";
import { processIdentity } from "#lib/local/process-identity.ts";
import { type App, type AppOptions, launchApp, type PartName, startApp } from "#tests/helpers/app.ts";
import { signUp } from "#tests/helpers/app-client.ts";
import { descendants } from "#tests/helpers/process-tree.ts";
import { IS_LONG, LONG_TAG } from "#tests/helpers/tiers.ts";

test.describe.configure({ timeout: 120_000 });

let dataDir = "";
test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "wayfare-supervisor-"));
});
test.afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const running = new Set<App>();
test.afterEach(async () => {
  for (const app of running) await app.stop();
  running.clear();
});

async function start(options: AppOptions): Promise<App> {
  const app = await startApp(options);
  running.add(app);
  return app;
}

async function health(app: App): Promise<unknown> {
  try {
    const response = await fetch(`${app.url}/api/health`);
    return await response.json();
  } catch {
    return undefined;
  }
}

const Trip = z.object({ id: z.string() });
const Ticket = z.object({ url: z.string(), ticket: z.string() });
const HEALTHY = { status: "ok", database: "ok", room: "ok" };

async function stopTimed(app: App): Promise<number> {
  const since = Date.now();
  await app.stop();
  return Date.now() - since;
}

/** Returns what was printed after the line that says that all parts run. */
function printedSince(app: App): string {
  return app.log().replace(/^[^]*Wayfare is ready at .*\n/, "");
}

test(
  "comes up twice in a row, and stops within five seconds with nothing left behind, and no words",
  { tag: LONG_TAG },
  async () => {
    for (const run of ["first", "second"]) {
      const app = await start({ dataDir });
      await expect.poll(() => health(app), run).toEqual(HEALTHY);
      const all = descendants(app.pid);
      const processes = all.map(({ pid }) => pid);
      expect(processes.length).toBeGreaterThan(3);
      // The esbuild process must have ended, because its last output would appear in the log during the shutdown.
      expect(all.filter(({ command }) => command.includes("esbuild"))).toEqual([]);
      expect(await stopTimed(app)).toBeLessThan(5000);
      expect(await app.exited).toBe(0);
      expect(printedSince(app)).toBe("");
      expect(processes.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
    }
  },
);

test("starts every part again that is killed, and keeps what was written", { tag: LONG_TAG }, async () => {
  const app = await start({ dataDir });
  const person = await signUp(app);
  const created = await person.call("POST", "/api/trips", { title: "Kept" });
  expect(created.status).toBe(201);

  async function killed(part: PartName, pid: number): Promise<void> {
    const before = { log: app.log().length, web: app.pidOf("web") };
    process.kill(pid, "SIGKILL");
    await app.untilLogged(new RegExp(`\\[${part}\\] stopped`), before.log);
    await expect.poll(() => health(app), { message: part, timeout: 30_000 }).toEqual(HEALTHY);
    if (part !== "web") expect(app.pidOf("web")).toBe(before.web);
  }
  for (const part of ["web", "rooms", "postgres"] as const) await killed(part, app.pidOf(part) ?? 0);
  const runtime = descendants(app.pidOf("rooms") ?? 0).find(({ command }) =>
    command.includes("workerd serve"),
  );
  await killed("rooms", runtime?.pid ?? 0);

  const trips = await person.call("GET", "/api/trips");
  expect(trips.body).toContainEqual(expect.objectContaining({ title: "Kept" }));
});

test(
  "leaves neither server nor rooms behind when it is itself killed, and uses its database again",
  { tag: LONG_TAG },
  async () => {
    const app = await start({ dataDir });
    const [web = 0, rooms = 0, postgres = 0] = (["web", "rooms", "postgres"] as const).map(app.pidOf);
    process.kill(app.pid, "SIGKILL");
    await app.exited;
    await expect.poll(() => [web, rooms].filter((pid) => processIdentity(pid))).toEqual([]);
    expect(processIdentity(postgres)).toBeDefined();

    const next = await start({ dataDir });
    expect(next.pidOf("postgres")).toBe(postgres);
    await expect.poll(() => health(next)).toEqual(HEALTHY);
    await next.stop();
    expect(processIdentity(postgres)).toBeUndefined();
  },
);

for (const [name, ...tag] of [["PORT"], ["PARTY_PORT", LONG_TAG], ["PG_PORT", LONG_TAG]] as const) {
  test(`refuses a ${name} that it was given and that is taken, in one line`, { tag }, async () => {
    const taken = createServer().listen(0, "::");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const app = await launchApp({ env: { [name]: port } });
    running.add(app);
    expect(await app.exited).toBe(1);
    expect(app.log()).toBe(
      `${name} ${port} is taken by another program. Stop that one, or set ${name} to a free port.\n`,
    );
    taken.close();
  });
}

test("refuses to start with settings that are wrong, and names them all", async () => {
  const app = await launchApp({ env: { BETTER_AUTH_SECRET: "short", EMAIL_PROVIDER: "http-api" } });
  expect(await app.exited).toBe(1);
  for (const name of ["BETTER_AUTH_SECRET", "EMAIL_FROM", "EMAIL_API_KEY"])
    expect(app.log()).toContain(`  ${name} is`);
  expect(descendants(app.pid)).toEqual([]);
  await app.stop();
});

/** Returns the first message of the room, or `refused` if the socket does not open. */
function firstWord(url: string): Promise<unknown> {
  const socket = new WebSocket(url);
  const word = Promise.withResolvers<unknown>();
  socket.addEventListener("message", ({ data }) => word.resolve(JSON.parse(String(data))));
  socket.addEventListener("error", () => word.resolve("refused"));
  return word.promise.finally(() => socket.close());
}

const CLIENT = { "x-edge": "192.0.2.7" };

/** Starts a request whose body never ends. */
function beginRequest(app: App, token: string): ClientRequest {
  const headers = { ...CLIENT, authorization: `Bearer ${token}`, "content-type": "application/json" };
  const begun = httpRequest(`${app.url}/api/trips`, {
    method: "POST",
    headers: { ...headers, "content-length": 100 },
    agent: false,
  });
  begun.on("error", () => undefined).write("{");
  return begun;
}

async function upgradeStatus(app: App): Promise<number | undefined> {
  const headers = { ...CLIENT, connection: "Upgrade", upgrade: "websocket" };
  const asked = httpRequest(`${app.url}/parties/main/nowhere`, { headers, agent: false }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test(
  "bounds what one client has open, requests and sockets, and ends a body that does not come",
  { tag: LONG_TAG },
  async () => {
    const app = await start({ env: { CLIENT_IP_HEADER: "x-edge", CONNECTIONS_PER_ADDRESS: "2" } });
    const { token } = await signUp(app);
    const begun = [beginRequest(app, token), beginRequest(app, token)];
    const ask = (headers: Record<string, string> = CLIENT) => fetch(`${app.url}/api/ping`, { headers });
    await expect.poll(async () => (await ask()).status).toBe(503);
    const refused = await ask();
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toMatchObject({ code: "UNAVAILABLE" });
    expect(await upgradeStatus(app)).toBe(503);
    expect((await ask({ "x-edge": "192.0.2.8" })).status).toBe(200);

    // The service gives a request whose body does not end one minute.
    if (IS_LONG) {
      const ends = begun.map((each) => once(each, "response") as Promise<[IncomingMessage]>);
      for (const [answer] of await Promise.all(ends)) expect(answer.statusCode).toBe(408);
    }
    for (const each of begun) each.destroy();
    await expect.poll(async () => (await ask()).status).toBe(200);
  },
);

test.describe("while it runs", () => {
  let app: App;

  test.beforeAll(async () => {
    app = await startApp({ dataDir });
  });

  test.afterAll(() => app.stop());

  test("refuses the data of another that runs, and names it", async () => {
    const second = await launchApp({ dataDir });
    expect(await second.exited).toBe(1);
    expect(second.log()).toContain(`Wayfare already runs on ${dataDir} (process ${app.pid} at ${app.url})`);
    await expect.poll(() => health(app)).toEqual(HEALTHY);
  });

  test("opens the rooms' sockets on its own port, and no others", async () => {
    const person = await signUp(app);
    const trip = Trip.parse((await person.call("POST", "/api/trips", { title: "Live" })).body);
    const answer = await person.call("POST", `/api/trips/${trip.id}/realtime/ticket`);
    const { url, ticket } = Ticket.parse(answer.body);
    expect(new URL(url).host).toBe(new URL(app.url).host);
    expect(await firstWord(`${url}?ticket=${ticket}`)).toMatchObject({ type: "hello" });
    expect(await firstWord(`${app.url.replace("http", "ws")}/_next/hmr`)).toBe("refused");
  });

  test("serves the scripts of its pages compressed", async ({ request }) => {
    const page = await (await fetch(app.url)).text();
    const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? "";
    const response = await request.get(`${app.url}${script}`, { headers: { "accept-encoding": "br" } });
    expect(response.headers()).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "application/javascript; charset=UTF-8",
    });
    expect(await response.text()).toBe(await (await fetch(`${app.url}${script}`)).text());
  });

  test("does not believe an address that the client sends", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      const response = await fetch(`${app.url}/api/auth/email-otp/send-verification-otp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: app.url,
          "x-wayfare-client-ip": `192.0.2.${i}`,
        },
        body: JSON.stringify({ email: `nobody-${i}@people.test`, type: "email-verification" }),
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});
