// Is loaded before a server's own code (`NODE_OPTIONS=--import`). It shifts the clock by the number of milliseconds in
// a file.
import { readFileSync, watchFile } from "node:fs";
import { ServerResponse } from "node:http";
import process from "node:process";

const file = process.env.SKEW_FILE ?? "";
const RealDate = Date;
let skew = 0;

function read() {
  try {
    skew = Number(readFileSync(file, "utf8"));
  } catch {
    skew = 0;
  }
}

const now = RealDate.now;
RealDate.now = () => now() + skew;
// Everything else about `Date` stays the same, because frameworks inspect a class's own properties.
globalThis.Date = new Proxy(RealDate, {
  construct(target, given, newTarget) {
    const args = given.length === 0 ? [RealDate.now()] : given;
    return Reflect.construct(target, args, newTarget);
  },
});

// Node's own code uses the real clock, so the `date` header is set here.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  if (!this.headersSent && !this.hasHeader("date")) this.setHeader("date", new Date().toUTCString());
  return writeHead.apply(this, given);
};

if (file !== "") {
  read();
  watchFile(file, { interval: 50, persistent: false }, read);
}
