// Loaded before a server's own code (`NODE_OPTIONS=--import`): its clock goes wrong by what a file says, in milliseconds.
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
// All else of it stays what it is: frameworks look at a class's own properties.
globalThis.Date = new Proxy(RealDate, {
  construct(target, given, newTarget) {
    const args = given.length === 0 ? [RealDate.now()] : given;
    return Reflect.construct(target, args, newTarget);
  },
});

// Node's own code has kept the real clock.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  if (!this.headersSent && !this.hasHeader("date")) this.setHeader("date", new Date().toUTCString());
  return writeHead.apply(this, given);
};

if (file !== "") {
  read();
  watchFile(file, { interval: 50, persistent: false }, read);
}
