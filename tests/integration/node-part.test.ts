import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { nodePart } from "#lib/local/node-part.ts";

const folder = mkdtempSync(join(tmpdir(), "wayfare-part-"));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const LAST_WORDS = `process.on("SIGTERM", () => process.stderr.write("deadlock!\\n", () => process.exit()));
console.log("hello");
process.send("ready");
setInterval(() => undefined, 1000);`;

test("a part that stops silently says what it has to say until then, and another its last words too", async () => {
  const file = join(folder, "part.mjs");
  writeFileSync(file, LAST_WORDS);
  const printed: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(String(line)) > 0);
  for (const [name, stopsSilently] of [
    ["silent", true],
    ["loud", false],
  ] as const) {
    const part = nodePart({
      name,
      module: file,
      stopsSilently,
      env: { NODE_ENV: "test" },
      cwd: folder,
      graceMs: 5000,
      noise: /^$/,
    });
    const running = await part.start(new AbortController().signal);
    await vi.waitFor(() => expect(printed).toContain(`[${name}] hello\n`));
    await running.stop();
  }
  await vi.waitFor(() => expect(printed).toContain("[loud] deadlock!\n"));
  expect(printed).not.toContain("[silent] deadlock!\n");
});
