import { markdownTable } from "../../../support/table.ts";
import { number, percent } from "../figure.ts";
import { BYTES, bytesOfDailyClicks, D1_BYTES, MONTHS_KEPT } from "../stored-bytes.ts";
import { assumptionsOf } from "./assumption.ts";
import { sharesOf, visitsPerSecond, type Installation } from "./installation.ts";
import { byShare, DIRECTORY_QUERIES, limitsOf, shareOf } from "./limit.ts";
import { directoryQueries } from "./load.ts";
import { planFor, type Plan } from "./plan.ts";
import { totalOf } from "./storage.ts";

/** Prints what installations with several databases need, do and cost, each with one queue of clicks and with many. */
export function tellDatabases(installations: Installation[]): string {
  const plans = installations.flatMap((installation) => [
    planFor(installation, "one"),
    planFor(installation, "each"),
  ]);
  const sections: [heading: string, text: string][] = [
    ["What the model takes", tellAssumptions(installations)],
    ["GB that are stored after thirteen months, in all databases together", tellStored(plans)],
    ["How many databases there have to be", tellNumbers(plans)],
    ["What each database does in a second", tellLoad(plans)],
    ["How often the directory is asked, a second", tellDirectory(plans)],
    ["Dollars a month", tellBills(plans)],
    ["How much is used of each limit", tellLimits(plans)],
    ["What fails first", tellFailures(plans)],
    ["What stays unsolved", tellUnsolved(plans)],
  ];
  return sections.map(([heading, text]) => `${heading}:\n\n${text}`).join("\n\n");
}

const millions = (count: number): string => number(count / 1e6);
const nameOf = ({ installation: { links }, queues }: Plan): string =>
  `${millions(links)} M links, ${queues === "one" ? "one queue" : "a queue each"}`;
const gigabytes = (bytes: number): string => number(bytes / 1e9);
const milliseconds = (ms: number): string => (ms === Infinity ? "no end" : number(ms));

function tellAssumptions([installation]: Installation[]): string {
  return installation === undefined
    ? ""
    : markdownTable(["what", "value", "where from"], assumptionsOf(installation));
}

function tellStored(plans: Plan[]): string {
  const rows = plans.map((plan) => {
    const { records, history, misses, clicks, ids } = plan.stored;
    return [nameOf(plan), ...[records, history, misses, clicks, ids, totalOf(plan.stored)].map(gigabytes)];
  });
  return markdownTable(
    ["installation", "links", "history", "missed paths", "clicks", "ids of messages", "in all"],
    rows,
  );
}

function tellNumbers(plans: Plan[]): string {
  const rows = plans.map((plan) => {
    const { byStorage, byLoad, layout, placement, installation } = plan;
    const { databases, tooLarge, stranded } = placement;
    const left = sharesOf(installation.workspaces).slice(0, tooLarge);
    return [
      nameOf(plan),
      number(byStorage),
      number(byLoad),
      String(layout.databases),
      gigabytes(Math.max(...databases)),
      `${tooLarge}, with ${percent(left.reduce((sum, share) => sum + share, 0))} of the links`,
      number(stranded),
    ];
  });
  const head = ["installation", "by storage", "by load", "needed", "GB of the fullest"];
  return markdownTable([...head, "workspaces that fit in none", "others without a place"], rows);
}

function tellLoad(plans: Plan[]): string {
  const rows = plans.map((plan) => {
    const { messages, deliveries, rowsWritten, rowsRead, busy, waitMs, longestMs } = plan.load;
    return [
      nameOf(plan),
      number(messages),
      number(deliveries),
      `${number(rowsWritten)} of ${number(rowsWritten / busy)}`,
      `${number(rowsRead)} of ${number(rowsRead / busy)}`,
      percent(busy),
      milliseconds(waitMs),
      milliseconds(longestMs),
    ];
  });
  const head = ["installation", "messages", "that come in transactions", "rows written of at most"];
  return markdownTable(
    [...head, "rows read of at most", "busy", "a query waits, ms", "longest transaction, ms"],
    rows,
  );
}

function tellDirectory(plans: Plan[]): string {
  const rows = plans.map((plan) => {
    const { installation, first } = plan;
    const all = directoryQueries(installation);
    const visits = all - installation.calls;
    return [
      nameOf(plan),
      number(installation.calls),
      `${number(visits)} of ${number(visitsPerSecond(installation))}`,
      number(all),
      percent(all / DIRECTORY_QUERIES),
      percent(first.busy),
      number(Math.max(0, DIRECTORY_QUERIES - visits)),
    ];
  });
  const head = ["installation", "calls of the API", "visits", "in all", `of ${number(DIRECTORY_QUERIES)}`];
  return markdownTable([...head, "first database busy", "room for calls of the API"], rows);
}

function tellBills(plans: Plan[]): string {
  const [first] = plans;
  const parts = (first?.bill ?? []).map(([part], index) => [
    part,
    ...plans.map(({ bill }) => number(bill[index]?.[2] ?? 0)),
  ]);
  const totals = plans.map(({ bill }) => number(bill.reduce((sum, [, , dollars]) => sum + dollars, 0)));
  return markdownTable(["part", ...plans.map(nameOf)], [...parts, ["in all", ...totals]]);
}

function tellLimits(plans: Plan[]): string {
  const all = plans.map(limitsOf);
  const rows = (all[0] ?? []).map(({ name }, index) => [
    name,
    ...all.map((limits) => percent(shareOf(limits[index]!))),
  ]);
  return markdownTable(["limit", ...plans.map(nameOf)], rows);
}

function tellFailures(plans: Plan[]): string {
  return plans
    .map((plan) => {
      const limits = byShare(limitsOf(plan));
      const over = limits.filter((limit) => shareOf(limit) > 1);
      const next = limits.find((limit) => shareOf(limit) <= 1);
      const listed = over.map((limit) => `${limit.name} (${percent(shareOf(limit))})`).join("; ");
      const first = over.length === 0 ? "no limit is exceeded" : `exceeds ${listed}`;
      return `- ${nameOf(plan)}: ${first}. Next: ${next?.name} (${percent(next === undefined ? 0 : shareOf(next))}).`;
    })
    .join("\n");
}

function tellUnsolved(plans: Plan[]): string {
  const clicked = BYTES.linkInD1 + bytesOfDailyClicks(MONTHS_KEPT);
  const lines = plans
    .filter(({ queues }) => queues === "one")
    .map(({ installation: { links, workspaces: count }, workspaces, placement: { tooLarge } }) => {
      const [share = 0] = sharesOf(count);
      const [bytes = 0] = workspaces;
      return (
        `- ${millions(links)} M links: the largest of ${number(count)} workspaces has ${millions(share * links)} M links ` +
        `and takes ${gigabytes(bytes)} GB; workspaces larger than a database: ${tooLarge}.`
      );
    });
  return [
    `A workspace lives in one database of ${gigabytes(D1_BYTES)} GB, and nothing divides it. That is room for ` +
      `${millions(D1_BYTES / BYTES.linkInD1)} M links that nobody clicks, or ${millions(D1_BYTES / clicked)} M that are ` +
      `clicked every day, without the ids of their messages.`,
    lines.join("\n"),
    "For a larger workspace there is no design: its lists, counters, changes and statistics would have to merge databases. " +
      "More databases do not help it, nor the most visited link, whose clicks are all in one.",
  ].join("\n\n");
}
