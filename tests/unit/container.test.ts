import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { describeVariables } from "#lib/server/env/env.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const dockerfile = read(".hosting/Dockerfile");
const [, ...stages] = dockerfile.split(/^FROM /m);

describe("the container image", () => {
  test("is defined without mistakes, and the check finds them", () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate(dockerfile.replace("EXPOSE 3000", "EXPOSE http"))).toHaveLength(1);
  });

  test("is built on what it runs on, by nobody's root", () => {
    const bases = stages.map((stage) => stage.split(/\s/)[0]);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+-[a-z]+-slim$/);
    expect(stages.at(-1)).toMatch(/^USER node$/m);
    expect(stages.at(-1)).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m);
  });

  test("has all that decides whether a build is fresh, else it would build anew at its start", () => {
    const copied = [...dockerfile.matchAll(/COPY --from=build (?:--chown=\S+ )?(.*) \S+$/gm)].flatMap(
      ([, sources = ""]) => sources.split(" ").map((source) => source.replace("/app/", "")),
    );
    const built = /const SOURCES = (\[.*\])/.exec(read("lib/local/build.ts"))?.[1] ?? "[]";
    const patterns: string[] = JSON.parse(built);
    const needed = patterns.flatMap((pattern) =>
      pattern.replace("/**/*", "").replace("*.{json,ts,mjs}", "*.json *.ts *.mjs").split(" "),
    );
    expect(needed).toHaveLength(6);
    expect(copied).toEqual(expect.arrayContaining([...needed, "public", "party", "node_modules", ".next"]));
  });

  test("runs files that there are, and takes in what they import", () => {
    for (const [, file = ""] of dockerfile.matchAll(/"node", "([^"]+)"/g))
      expect(existsSync(join(ROOT, file)), file).toBe(true);
    const kept = read(".hosting/Dockerfile.dockerignore")
      .split("\n")
      .flatMap((line) => /^!(.*)/.exec(line)?.[1] ?? []);
    expect(kept).toEqual(["app", "db", "lib", "party", "public", "*.json", "*.mjs", "*.ts"]);
    const sources = globSync("{app,db,lib,party}/**/*.{ts,tsx}", { cwd: ROOT });
    expect(sources.filter((path) => /from "#tests\//.test(read(path)))).toEqual([]);
  });
});

describe("the examples", () => {
  const names = new Set(describeVariables().map(({ name }) => name));

  test("of settings name variables that there are", () => {
    const env = [...read(".hosting/wayfare.env.example").matchAll(/^#? ?([A-Z][A-Z_\d]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(env.length).toBeGreaterThan(8);
    expect(env.filter((name) => !names.has(name ?? ""))).toEqual([]);
    const compose =
      /wayfare:\n {4}image[\s\S]*?\n {2}postgres:/.exec(read(".hosting/compose.yaml"))?.[0] ?? "";
    const set = [...compose.matchAll(/^ {6}([A-Z_\d]+): /gm)].map(([, name]) => name);
    expect(set).toHaveLength(5);
    expect(set.filter((name) => !names.has(name ?? ""))).toEqual([]);
  });

  test("trust the caller's address from the header that the proxy overwrites, and from nothing else", () => {
    expect(read(".hosting/Caddyfile")).toMatch(/header_up X-Real-IP \{remote_host\}/);
    for (const file of [".hosting/wayfare.env.example", ".hosting/compose.yaml"])
      expect(read(file)).toMatch(/CLIENT_IP_HEADER(=|: )x-real-ip/);
    expect(read(".hosting/wayfare.env.example")).toMatch(/^BIND_ADDRESS=127\.0\.0\.1$/m);
    // Without IPv6, the proxy sees Docker's own address for all IPv6 clients.
    expect(read(".hosting/compose.yaml")).toMatch(/^ {2}front: \{ enable_ipv6: true \}$/m);
    // Only the proxy publishes its ports.
    expect(read(".hosting/compose.yaml").match(/ports:/g)).toHaveLength(1);
  });
});
