import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".json": "application/json; charset=UTF-8",
  ".svg": "image/svg+xml",
};
const SMALLEST = 1024;
const AT_ONCE = 4;
const compress = promisify(brotliCompress);

/**
 * Compresses the static files once per build, as small as possible: a file of a build never changes, and everybody
 * loads it.
 */
export async function compressStatic(root: string): Promise<void> {
  const files = globSync("**/*.{js,css,json,svg}", { cwd: staticFolder(root) });
  async function work(): Promise<void> {
    for (let file = files.pop(); file; file = files.pop()) {
      const path = join(staticFolder(root), file);
      const content = await readFile(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      if (content.length >= SMALLEST) await writeFile(`${path}.br`, await compress(content, { params }));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function staticFolder(root: string): string {
  return join(root, ".next", "static");
}

/**
 * Answers requests for files of the build with their compressed versions; paths must be decodable. false: the request
 * is for something else.
 */
export function compressedFileHandler(root: string): (req: IncomingMessage, res: ServerResponse) => boolean {
  const paths = globSync("**/*.br", { cwd: staticFolder(root) });
  // Only the paths of the compressed files are ever read, so that no request can name another file.
  const known = new Map(paths.map((path) => [`/_next/static/${path.slice(0, -3)}`, path]));
  const contents = new Map<string, Buffer>();

  return (req, res) => {
    if (req.method !== "GET" || !req.url?.startsWith("/_next/static/")) return false;
    const path = known.get(decodeURI(req.url.split("?", 1)[0] ?? ""));
    if (path === undefined || !/\bbr\b/.test(req.headers["accept-encoding"] ?? "")) return false;
    const content = contents.get(path) ?? readFileSync(join(staticFolder(root), path));
    contents.set(path, content);
    res.writeHead(200, {
      "content-type": TYPES[extname(path.slice(0, -3))] ?? "application/octet-stream",
      "content-encoding": "br",
      "content-length": content.length,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    res.end(content);
    return true;
  };
}
