import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Env } from "../env.ts";
import { answerQuestion, type Answered } from "./answer.ts";
import { toAsked, type Asked } from "./question.ts";
import type { World } from "./world.ts";

export const MAX_HOPS = 5;

/** What follows the first answer inside the workspace. */
export interface Hops {
  next: Answered[];
  /** Whether a URL comes again that was asked for before. */
  isLoop: boolean;
}

/** A URL that an answer leads to, without its fragment, and its hostname. */
export interface NextUrl {
  url: string;
  hostname: string;
}

/** Returns the URL that a visitor asks for next; null where the answer leads nowhere. */
export function nextOf({ location, status }: Answered): NextUrl | null {
  if (location === null || status < 300 || status > 399) return null;
  const url = URL.parse(location);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return { url: url.href, hostname: toVisitedHostname(url.href) };
}

/**
 * Follows answers from hop to hop, those of one hop together, at most five and inside the workspace.
 * @returns by index of the first answers
 */
export async function followAll(env: Env, world: World, firsts: Answered[]): Promise<Hops[]> {
  const all = firsts.map((): Hops => ({ next: [], isLoop: false }));
  const seen = firsts.map(({ asked }) => new Set([asked.request.url]));
  let open = firsts.map((answered, index) => ({ answered, index }));
  for (let hop = 0; hop < MAX_HOPS && open.length > 0; hop++) {
    const nexts = open.flatMap(({ answered, index }) => {
      const next = nextOf(answered);
      return next === null ? [] : [{ ...next, answered, index }];
    });
    await world.loadHosts(nexts.map(({ hostname }) => hostname));
    const own = nexts
      .filter(({ hostname }) => world.hostOf(hostname) !== null)
      .map(({ url, answered, index }) => ({ index, asked: toNextAsked(answered, url) }));
    await world.load(own.map(({ asked }) => asked.visit));
    open = [];
    for (const { index, asked } of own) {
      const [hops, known] = [all[index], seen[index]];
      if (hops === undefined || known === undefined) continue;
      if (known.has(asked.request.url)) {
        hops.isLoop = true;
        continue;
      }
      known.add(asked.request.url);
      const answered = await answerQuestion(env, world, asked);
      hops.next.push(answered);
      open.push({ answered, index });
    }
  }
  return all;
}

function toNextAsked({ asked: { question } }: Answered, url: string): Asked {
  return toAsked({ ...question, url, method: "GET", isUnlocked: false });
}
