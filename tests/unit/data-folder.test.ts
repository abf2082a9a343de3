import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dataFolder } from "#lib/local/configuration.ts";
import { diskStore } from "#lib/server/storage/storage.ts";

const MB = 1024 * 1024;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "wayfare-data-"))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("a data folder where nothing can be kept is refused in one line that says what to do", () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  vi.stubEnv("DATA_DIR", join(file, "data"));
  expect(() => dataFolder("/")).toThrow(
    /^Nothing can be written to .*a-file\/data \(ENOTDIR\)\. Give the service a DATA_DIR/,
  );
  for (const path of ["/proc", "/proc/nowhere/at/all"]) {
    vi.stubEnv("DATA_DIR", path);
    expect(() => dataFolder("/")).toThrow(new RegExp(`^Nothing can be written to ${path} \\(E\\w+\\)`));
  }
  vi.stubEnv("DATA_DIR", join(folder, "new/and/deep"));
  expect(dataFolder("/")).toBe(join(folder, "new/and/deep"));
});

test("a data folder on a disk with too little room is refused in one line that says how much there is", () => {
  vi.stubEnv("DATA_DIR", folder);
  expect(() => dataFolder("/", () => 63.9 * MB)).toThrow(
    new RegExp(`^The disk of ${folder} has 63 MB left, and the service needs 64 to start\\. Make room`),
  );
  expect(dataFolder("/", () => 64 * MB)).toBe(folder);
});

test("what is uploaded is its owner's alone: folders 700, files 600", async () => {
  const store = diskStore(join(folder, "uploads"));
  await store.put("trips/a/b.pdf", new TextEncoder().encode("%PDF"), {
    contentType: "application/pdf",
    cacheControl: "private",
  });
  const modeOf = (path: string) => statSync(join(folder, "uploads", path)).mode & 0o777;
  expect(["", "trips", "trips/a", "trips/a/b.pdf"].map(modeOf)).toEqual([0o700, 0o700, 0o700, 0o600]);
});
