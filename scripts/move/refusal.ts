import type { NotedMove } from "../../src/storage/operator/move.ts";
import { toMegabytes } from "../status/format.ts";
import { FULL_SHARE } from "../support/choose-database.ts";
import { toPercent } from "../support/progress.ts";

/** What may stand against a move. */
export interface MoveFacts {
  /** The workspace, and the databases by their bindings. */
  name: string;
  id: string;
  from: string;
  to: string;
  isFree: boolean;
  /** The moves of all databases that go on, each with the database that knows it. */
  moves: { binding: string; move: NotedMove }[];
  /** The migrations that the target lacks. */
  missing: string[];
  /** Whether the Worker has been at work in the target. */
  isBound: boolean;
  targetBytes: number;
  limitBytes: number;
  workspaceBytes: number;
  records: number;
  running: { change: boolean; check: boolean; oldClicks: boolean };
  deadLetters: number;
  /** Whether one of its hostnames passes to another workspace, or to this one. */
  isPassing: boolean;
}

/** The switch gives all records their hostname in one statement, which D1 ends after 30 seconds. Locally it took 12. */
const MOST_RECORDS = 500_000;

/** Returns every reason against a move (contract 39.8), as sentences; none if it may begin. */
export function listRefusals(facts: MoveFacts): string[] {
  const { name, to, missing, running, deadLetters } = facts;
  const cases: [boolean, string][] = [
    [facts.isFree, "The installation has the free plan of Cloudflare, on which no workspace moves."],
    [missing.length > 0, `${to} lacks migrations, such as ${missing[0]}. npm run deploy applies them.`],
    [
      !facts.isBound,
      `The Worker has never been at work in ${to}: npm run deploy, or npm start locally, gives it the database.`,
    ],
    [
      facts.records > MOST_RECORDS,
      `${name} has ${facts.records} records. One with more than ${MOST_RECORDS} cannot move: it would be closed for more than half a minute. ` +
        "Move smaller ones to make room.",
    ],
    [running.change, `A change of ${name} is being planned, applied or undone. Wait until it is done.`],
    [running.check, `${name} is checking URLs. Wait until the check is done, or stop it.`],
    [running.oldClicks, `${facts.from} still moves clicks of release 0.1.0. It does so by itself.`],
    [
      deadLetters > 0,
      `Dead letters wait: ${deadLetters}. After a move their clicks could count twice. npm run dead-letters retries or drops them.`,
    ],
    [facts.isPassing, `A hostname of ${name} passes from or to another workspace. Wait some minutes.`],
  ];
  return [
    ...facts.moves.map(({ binding, move }) => tellOther(facts, binding, move)),
    ...listFull(facts),
    ...cases.flatMap(([holds, text]) => (holds ? [text] : [])),
  ];
}

function tellOther(
  { id, name }: MoveFacts,
  binding: string,
  { workspaceId, state, other }: NotedMove,
): string {
  const who = workspaceId === id ? name : `the workspace ${workspaceId}`;
  if (state === "left")
    return `The old rows of ${who} in ${binding} are not deleted yet. They are within half an hour after it left.`;
  return state === "arriving"
    ? `One workspace moves at a time: ${who} is arriving in ${binding} from ${other}.`
    : `One workspace moves at a time: ${who} moves from ${binding} to ${other}.`;
}

function listFull({ to, targetBytes, workspaceBytes, limitBytes }: MoveFacts): string[] {
  const most = FULL_SHARE * limitBytes;
  const after = targetBytes + workspaceBytes;
  if (after < most) return [];
  const now = `${to} is ${toPercent(targetBytes, limitBytes)} full`;
  if (targetBytes >= most) return [`${now}. One that is 70 % full takes no workspace.`];
  return [
    `${now}, and would be ${toPercent(after, limitBytes)} full with the ${toMegabytes(workspaceBytes)} of the workspace. 70 % is the most.`,
  ];
}
