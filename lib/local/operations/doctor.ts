// `npm run doctor`: reports what is wrong with a machine's settings, and what to do about it.
import { parseArgs } from "node:util";
import { runCommand } from "./command.ts";
import { checkDatabase } from "./doctor/check-database.ts";
import {
  checkBaseUrl,
  checkDataPermissions,
  checkDisk,
  checkGazetteer,
  checkNode,
} from "./doctor/check-machine.ts";
import { checkMap } from "./doctor/check-map.ts";
import { checkOpenServices } from "./doctor/check-open-services.ts";
import {
  checkAgent,
  checkIdentity,
  checkMail,
  checkPlaces,
  checkRates,
  checkRouting,
  checkStreetView,
} from "./doctor/check-providers.ts";
import { checkRedis, checkRooms, checkService } from "./doctor/check-realtime.ts";
import { checkStorage, preloadStorageClient } from "./doctor/check-storage.ts";
import { type Finding, type Level, runCheck } from "./doctor/finding.ts";
import { type DoctorSettings, readDoctorSettings, withoutSecrets } from "./doctor/doctor-settings.ts";

const USAGE = `npm run doctor

Looks at the settings, the database, the rooms, the storage and every other party that is configured, for a few
seconds. It changes nothing, and prints no secret. Exit code 1: there is a problem.`;

/** The checks; each ends by itself, and all run at the same time. */
const CHECKS: readonly ((patient: DoctorSettings) => Finding | Promise<Finding[]>)[] = [
  checkBaseUrl,
  checkService,
  checkDatabase,
  checkRooms,
  checkRedis,
  checkStorage,
  checkMail,
  checkIdentity,
  checkAgent,
  checkStreetView,
  checkGazetteer,
  checkPlaces,
  checkMap,
  checkRouting,
  checkRates,
  checkOpenServices,
];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) return console.log(USAGE);
  const { patient, dataDir, findings } = readDoctorSettings();
  if (patient) await preloadStorageClient(patient);
  const machine = [
    Promise.resolve([checkNode(), checkDataPermissions(dataDir)]),
    runCheck("disk", "Can the data's folder be read?", () => checkDisk(dataDir)),
  ];
  const rest = patient ? CHECKS.map(async (check) => [await check(patient)].flat()) : [];
  const all = [...findings, ...(await Promise.all([...machine, ...rest])).flat()];
  for (const finding of all) console.log(withoutSecrets(lineOf(finding)));
  console.log(summaryOf(all, patient));
  // A check that still waits for an answer must not keep the process alive.
  process.exit(countOf(all, "problem") > 0 ? 1 : 0);
}

const MARKS: Readonly<Record<Level, string>> = { ok: "ok     ", warning: "WARNING", problem: "PROBLEM" };

function lineOf({ level, what, says }: Finding): string {
  return `${MARKS[level]}  ${what.padEnd(16)}${says}`;
}

function countOf(findings: readonly Finding[], level: Level): number {
  return findings.filter((finding) => finding.level === level).length;
}

function summaryOf(findings: readonly Finding[], patient: DoctorSettings | null): string {
  const [problems, warnings] = [countOf(findings, "problem"), countOf(findings, "warning")];
  if (!patient) return "\nMend the settings first; then what they lead to is looked at.";
  if (problems + warnings === 0) return patient.isNew ? NOTHING_YET : "\nAll is well.";
  return `\n${problems} to mend, ${warnings} to look at.`;
}

/**
 * The note for a machine without data: an operator in another folder, or without the service's settings, must not take
 * the result for that of the service.
 */
const NOTHING_YET =
  "\nNothing is wrong, and nothing has run here yet. Where the service runs with settings of its own (DATABASE_URL, " +
  "DATA_DIR), run this with the same ones.";

await runCommand(main);
