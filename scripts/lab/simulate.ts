import { runCommand } from "../support/command.ts";
import { readConfig } from "../support/config.ts";
import { tellClickRoom } from "./simulate/click-room.ts";
import { tellDatabases } from "./simulate/databases/tell.ts";
import { tellMonth } from "./simulate/month.ts";
import {
  parseClicksRequest,
  parseDatabasesRequest,
  parseMonthRequest,
  parseRoomRequest,
  parseSimulateRequest,
  simulateHelp,
  type SimulateRequest,
} from "./simulate/option.ts";
import { tellRoom } from "./simulate/room.ts";
import { simulate } from "./simulate/simulate.ts";
import {
  tellBills,
  tellClicks,
  tellCounting,
  tellHitRates,
  tellLogs,
  type Simulated,
} from "./simulate/tell.ts";

/** Enough visits for an accuracy of a few tenths of a per cent, even with few visits a second. */
const MIN_VISITS = 50_000;

await runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.includes("--room")) {
    const room = parseRoomRequest(args);
    console.log(room === null ? simulateHelp : tellRoom(room));
    return;
  }
  if (args.includes("--clicks")) {
    console.log(parseClicksRequest(args) === null ? simulateHelp : await tellClickRoom());
    return;
  }
  if (args.includes("--databases")) {
    const installations = parseDatabasesRequest(args);
    console.log(installations === null ? simulateHelp : tellDatabases(installations));
    return;
  }
  const { vars } = await readConfig();
  if (args.includes("--bill")) {
    const month = parseMonthRequest(args, Number(vars["LOG_VISITS"]));
    console.log(month === null ? simulateHelp : tellMonth(month));
    return;
  }
  const request = parseSimulateRequest(args, {
    MEMORY_SECONDS: Number(vars["MEMORY_SECONDS"]),
    KV_CACHE_SECONDS: Number(vars["KV_CACHE_SECONDS"]),
    LOG_VISITS: Number(vars["LOG_VISITS"]),
  });
  if (request === null) {
    console.log(simulateHelp);
    return;
  }
  const runs = await simulateAll(request);
  const tables = [
    tellHitRates(runs),
    tellClicks(request),
    tellBills(request, runs),
    tellLogs(request),
    tellCounting(request),
  ];
  console.log(tables.join("\n\n"));
});

async function simulateAll(request: SimulateRequest): Promise<Simulated[]> {
  const runs: Simulated[] = [];
  const visitsPerSecond = request.visits / request.locations;
  for (const exponent of request.exponents) {
    for (const isolates of request.isolates) {
      const scenario = { ...request, exponent, isolates, visitsPerSecond, minVisits: MIN_VISITS };
      runs.push({
        exponent,
        isolates,
        visitsOfIsolate: visitsPerSecond / isolates,
        ...(await simulate(scenario)),
      });
    }
  }
  return runs;
}
