import { isRedirectStatus } from "../../../src/domain/redirect-status.ts";
import { toCause } from "../../deploy/first-link.ts";
import { read } from "../../cli/api.ts";
import { NO_TOKEN, type ProveContext } from "../context.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import { waitFor, type Waited } from "../poll.ts";
import type { Step } from "../step.ts";
import { FIRST_DESTINATION, SECOND_DESTINATION } from "../temporary-link.ts";
import type { Answer } from "../visit.ts";

/** The steps with a temporary link. Each but the first needs the one that was made. */

/** Contract 19.1: a write is everywhere within 100 seconds. The rest is for the visits. */
const EDGE_SECONDS = 100;
const EDGE = { seconds: EDGE_SECONDS + 20, pauseSeconds: 1 };
const CLICK_SECONDS = 300;
const CLICK = { seconds: CLICK_SECONDS, pauseSeconds: 2 };

type Seen = Pick<Answer, "status" | "location" | "body" | "milliseconds"> | { problem: string };

export const needsLink = ({ link }: ProveContext) =>
  link.held() === null ? "There is no temporary link." : null;

/** HEAD counts no click. */
async function look({ visit }: ProveContext, url: string, method: "GET" | "HEAD" = "HEAD"): Promise<Seen> {
  return await visit(url, { method }).catch((error: unknown) => ({ problem: toCause(error) }));
}

function isRedirect(answer: Seen): boolean {
  return "status" in answer && isRedirectStatus(answer.status);
}

function locationOf(answer: Seen): string | null {
  return "location" in answer ? answer.location : null;
}

export const linkStep: Step = {
  id: "link",
  title: "A new link",
  asks: "A link that the API makes answers visitors, with its destination to the byte.",
  changes:
    "It makes a temporary link to example.com on the first hostname of links, and deletes it in the end, also after an error.",
  lacks({ own, settings }) {
    if (own === null) return NO_TOKEN;
    return plainHost(settings) === undefined ? "The settings have no hostname of links but wildcards." : null;
  },
  async run(context) {
    const { url } = await context.link.make(plainHost(context.settings) ?? "");
    context.say(`Made ${url}`);
    const waited = await waitFor(context, EDGE, () => look(context, url), isRedirect);
    return judgeNewLink(waited, FIRST_DESTINATION);
  },
};

function plainHost({ link_hosts }: ProveContext["settings"]): string | undefined {
  return link_hosts.find((host) => !host.startsWith("*."));
}

export function judgeNewLink(
  { last, isThere, milliseconds }: Waited<Seen>,
  destination: string,
): Observation[] {
  const expected = `A new link redirects within ${EDGE_SECONDS} seconds.`;
  if (!isThere) return [different(expected, `After ${toSeconds(milliseconds)} ${toWords(last)}.`)];
  const time = `It redirected ${toSeconds(milliseconds)} after the API had made it.`;
  const isLate = milliseconds > EDGE_SECONDS * 1_000;
  return [isLate ? different(expected, time) : seen(time), judgeLocation(last, destination)];
}

export function judgeLocation(answer: Seen, destination: string): Observation {
  const location = locationOf(answer);
  if (location === destination) return seen("Location is the destination to the byte.");
  return different(`Location is ${destination}`, `It is ${location ?? "missing"}`);
}

export const clickStep: Step = {
  id: "click",
  title: "A click",
  asks: "A click passes through the queue into the statistics, and cron adds it to the total.",
  changes: "It visits the temporary link once. The statistics of the workspace keep this click.",
  lacks: needsLink,
  async run(context) {
    const { own, link } = context;
    const { id = "", url = "" } = link.held() ?? {};
    if (own === null) return [];
    const visited = await look(context, url, "GET");
    if (!isRedirect(visited)) return [different("The link redirects.", `${toWords(visited)}.`)];
    const param = { id };
    const stored = await waitFor(
      context,
      CLICK,
      async () => {
        const { clicks, bots } = await read(own.links[":id"].stats.$get({ param, query: {} }));
        return { clicks, bots };
      },
      ({ clicks, bots }) => clicks + bots > 0,
    );
    const counted = judgeClicks("The statistics show", stored.last, stored);
    if (stored.last.clicks === 0) return [counted];
    const total = await waitFor(
      context,
      CLICK,
      async () => (await read(own.links[":id"].$get({ param }))).total_clicks,
      (count) => count > 0,
    );
    return [counted, judgeClicks("The total of the link shows", { clicks: total.last, bots: 0 }, total)];
  },
};

export function judgeClicks(
  start: string,
  { clicks, bots }: { clicks: number; bots: number },
  { milliseconds }: Pick<Waited<unknown>, "milliseconds">,
): Observation {
  const expected = `${start} 1 click within ${CLICK_SECONDS} seconds.`;
  if (clicks + bots === 1) {
    const kind = bots > 0 ? "click of a bot" : "click";
    return seen(`${start} 1 ${kind} after ${toSeconds(milliseconds)}.`);
  }
  return different(expected, `After ${toSeconds(milliseconds)} there are ${clicks + bots}.`);
}

/** The new Location has to stay: data centres and isolates answer in turn. */
const IN_A_ROW = 3;

export const editStep: Step = {
  id: "edit",
  title: "A changed link",
  asks: "A change reaches visitors through KV and the caches.",
  changes: "It changes the destination of the temporary link, which is deleted in the end.",
  lacks: needsLink,
  async run(context) {
    const url = context.link.held()?.url ?? "";
    const before = locationOf(await look(context, url));
    await context.link.change({ destination: SECOND_DESTINATION });
    let row = 0;
    const waited = await waitFor(
      context,
      EDGE,
      async () => {
        const answer = await look(context, url);
        row = isRedirect(answer) && locationOf(answer) !== before ? row + 1 : 0;
        return answer;
      },
      () => row === IN_A_ROW,
    );
    return judgeEdit(waited, SECOND_DESTINATION);
  },
};

export function judgeEdit({ last, isThere, milliseconds }: Waited<Seen>, destination: string): Observation[] {
  const expected = `Visitors get the new Location within ${EDGE_SECONDS} seconds.`;
  const after = `After ${toSeconds(milliseconds)}`;
  if (!isThere) return [different(expected, `${after} ${toWords(last)}.`)];
  const time = `${IN_A_ROW} visits in a row had another Location ${toSeconds(milliseconds)} after the change.`;
  const isLate = milliseconds > EDGE_SECONDS * 1_000;
  return [isLate ? different(expected, time) : seen(time), judgeLocation(last, destination), ONE_PLACE];
}

const ONE_PLACE = unseen("The visits come from one place. Other data centres were not looked at.");

export const deleteStep: Step = {
  id: "delete",
  title: "The end of the temporary link",
  asks: "A deleted link answers no visitor any more.",
  changes: null,
  lacks: needsLink,
  async run(context) {
    const url = context.link.held()?.url ?? "";
    await context.link.remove();
    const waited = await waitFor(
      context,
      EDGE,
      () => look(context, url),
      (answer) => !isOwn(answer),
    );
    return [judgeDeleted(waited)];
  },
};

/** A hostname can send visitors of unknown paths elsewhere. */
function isOwn(answer: Seen): boolean {
  if ("problem" in answer) return true;
  // 200 is the form of its gate.
  return [FIRST_DESTINATION, SECOND_DESTINATION].includes(answer.location ?? "") || answer.status === 200;
}

export function judgeDeleted({ last, isThere, milliseconds }: Waited<Seen>): Observation {
  const text = `${toSeconds(milliseconds)} after the deletion ${toWords(last)}.`;
  const isLate = !isThere || milliseconds > EDGE_SECONDS * 1_000;
  return isLate ? different(`The link is gone within ${EDGE_SECONDS} seconds.`, text) : seen(text);
}

export function toWords(answer: Seen): string {
  if ("problem" in answer) return `there is no answer (${answer.problem})`;
  return `the link answers ${answer.status}${answer.location === null ? "" : ` with Location ${answer.location}`}`;
}

export function toSeconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} seconds`;
}
