import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { waitForPort } from "#lib/local/ports.ts";
import { settingsAdvice } from "#lib/local/settings-advice.ts";

test("a start says what is hardly meant: callers that share an allowance, half of an agent", () => {
  const http = { BASE_URL: "http://localhost:3000" };
  const https = { BASE_URL: "https://trips.example.org" };
  expect(settingsAdvice(http)).toEqual([]);
  expect(settingsAdvice({ ...https, CLIENT_IP_HEADER: "x-real-ip" })).toEqual([]);
  expect(settingsAdvice(https)).toEqual([
    expect.stringMatching(/^BASE_URL is https: .* set CLIENT_IP_HEADER/),
  ]);
  expect(settingsAdvice({ ...http, AGENT_MODEL: "a" })).toEqual([
    expect.stringMatching(/AGENT_API_KEY is not/),
  ]);
  expect(settingsAdvice({ ...http, AGENT_API_KEY: "b" })).toEqual([
    expect.stringMatching(/AGENT_MODEL is not/),
  ]);
  expect(settingsAdvice({ ...http, AGENT_MODEL: "a", AGENT_API_KEY: "b" })).toEqual([]);
});

test("a port that was asked for by name is waited for, and refused while somebody has it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(waitForPort("PORT", port, "127.0.0.1", 0)).rejects.toThrow(
    `PORT ${port} is taken by another program. Stop that one, or set PORT to a free port.`,
  );
  const waited = waitForPort("PORT", port, "127.0.0.1");
  other.close();
  expect(await waited).toBe(port);
});
