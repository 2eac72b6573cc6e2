import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Env } from "../env.ts";
import { answerAll, type Answered } from "./answer.ts";
import { toAsked } from "./question.ts";
import type { World } from "./world.ts";

const MAX_HOPS = 5;

/** The answers that a visitor gets one after the other. */
export interface Way {
  first: Answered;
  next: Answered[];
  /** True if a URL is requested a second time. */
  isLoop: boolean;
}

/** Follows answers for at most five hops inside the workspace. All answers of one hop are found together. */
export async function followAll(env: Env, world: World, firsts: Answered[]): Promise<Way[]> {
  const ways = firsts.map((first): Way => ({ first, next: [], isLoop: false }));
  let open = ways;
  for (let hop = 0; hop < MAX_HOPS && open.length > 0; hop++) {
    const nexts = open.flatMap((way) => {
      const url = nextUrl(way);
      return url === null ? [] : [{ url, hostname: toVisitedHostname(url), way }];
    });
    await world.loadHosts(nexts.map(({ hostname }) => hostname));
    const asking = nexts
      .filter(({ hostname }) => world.hostOf(hostname) !== null)
      .map(({ url, way }) => {
        const { question } = way.first.asked;
        return { way, asked: toAsked({ ...question, url, method: "GET", isUnlocked: false }) };
      });
    for (const { way, asked } of asking) {
      way.isLoop = [way.first, ...way.next].some((one) => one.asked.request.url === asked.request.url);
    }
    const going = asking.filter(({ way }) => !way.isLoop);
    const answers = await answerAll(
      env,
      world,
      going.map(({ asked }) => asked),
    );
    for (const [index, { way }] of going.entries()) way.next.push(...answers.slice(index, index + 1));
    open = going.map(({ way }) => way);
  }
  return ways;
}

/** Returns the URL to which the last answer leads on, and whether the workspace answers it; null if it leads nowhere. */
export function endOf(world: World, way: Way): { url: string; isInside: boolean } | null {
  const url = way.isLoop ? null : nextUrl(way);
  return url === null ? null : { url, isInside: world.hostOf(toVisitedHostname(url)) !== null };
}

/** Returns the URL that the visitor requests next, without its fragment; null if there is none. */
function nextUrl({ first, next }: Way): string | null {
  const { location, status } = next.at(-1) ?? first;
  if (location === null || status < 300 || status > 399) return null;
  const url = URL.parse(location);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url.href;
}
