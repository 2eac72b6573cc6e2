import type { Hostname } from "../domain/hostname.ts";
import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Env } from "../env.ts";
import { answerQuestion, type Answered } from "./answer.ts";
import { toAsked, type Asked } from "./question.ts";
import type { World } from "./world.ts";

export const MAX_HOPS = 5;

/** The answers inside the workspace that follow the first. */
export interface Hops {
  next: Answered[];
  /** True if a URL is requested a second time. */
  isLoop: boolean;
}

/** The URL to which an answer leads, without its fragment, and the URL's hostname. */
export interface NextUrl {
  url: string;
  hostname: Hostname;
}

/** Returns the URL that a visitor requests next; null if the answer leads nowhere. */
export function nextOf({ location, status }: Answered): NextUrl | null {
  if (location === null || status < 300 || status > 399) return null;
  const url = URL.parse(location);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return { url: url.href, hostname: toVisitedHostname(url.href) };
}

/**
 * Follows answers for at most five hops inside the workspace. All answers of one hop are found together.
 * @returns the hops, by index of the first answers
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
