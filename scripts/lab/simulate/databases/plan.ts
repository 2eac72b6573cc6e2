import { usageOf } from "../bill.ts";
import { CRON_LINES, KEYS_OF_VISIT, MONTH_SECONDS, toParts, withCopies } from "../month.ts";
import { clicksOfMessage } from "../click-rows.ts";
import { visitsOfIsolate, visitsPerSecond, type Installation, type Layout } from "./installation.ts";
import { databasesByLoad, directoryQueries, loadOf, loadOfFirst, type Load } from "./load.ts";
import { placeWorkspaces, type Placement } from "./placement.ts";
import { bytesOfWorkspaces, databasesByStorage, storedIn, totalOf, type Stored } from "./storage.ts";

/** How the queues of clicks are: one for all databases, as docs/databases.md has it, or one for each. */
export type Queues = "one" | "each";

/** An installation with as many databases as it needs, and what they then do and cost. */
export interface Plan {
  installation: Installation;
  queues: Queues;
  byStorage: number;
  byLoad: number;
  layout: Layout;
  stored: Stored;
  load: Load;
  /** Of the first database, which has the directory. */
  first: Load;
  placement: Placement;
  /** Bytes of each workspace, the largest first. */
  workspaces: number[];
  /** Dollars a month by part. */
  bill: ReturnType<typeof toParts>;
}

export function planFor(installation: Installation, queues: Queues): Plan {
  const queuesFor = (databases: number) => (queues === "one" ? 1 : databases);
  const byStorage = databasesByStorage(installation);
  const byLoad = databasesByLoad(installation, queuesFor);
  const databases = databasesByLoad(installation, queuesFor, byStorage);
  const layout = { databases, queues: queuesFor(databases) };
  const stored = storedIn(installation, databases);
  const workspaces = bytesOfWorkspaces(installation);
  return {
    installation,
    queues,
    byStorage,
    byLoad,
    layout,
    stored,
    load: loadOf(installation, layout),
    first: loadOfFirst(installation, layout),
    placement: placeWorkspaces(workspaces, databases, stored.misses / databases),
    workspaces,
    bill: billOf(installation, layout, stored),
  };
}

function billOf(installation: Installation, layout: Layout, stored: Stored): Plan["bill"] {
  const { databases } = layout;
  const { rowsWritten, rowsRead } = loadOf(installation, layout);
  const usage = {
    ...usageOf(visitsPerSecond(installation) * MONTH_SECONDS, {
      keys: KEYS_OF_VISIT,
      clicksPerMessage: clicksOfMessage(visitsOfIsolate(installation) / databases),
      rowsPerClick: 0,
      rowsReadPerClick: 0,
      lines: 0,
    }),
    rowsWritten: databases * rowsWritten * MONTH_SECONDS,
    rowsRead: (databases * rowsRead + directoryQueries(installation)) * MONTH_SECONDS,
    logLines: databases * CRON_LINES,
  };
  return toParts(usage, withCopies(totalOf(stored), installation.links), installation.links);
}
