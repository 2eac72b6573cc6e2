import type { Env } from "../env.ts";
import { answerQuestion, type Answered } from "./answer.ts";
import { toAsked, type Question } from "./question.ts";
import type { World } from "./world.ts";

export const MAX_HOPS = 5;

/** What follows the first answer inside the workspace. */
export interface Hops {
  next: Answered[];
  /** Whether a URL comes again that was asked for before. */
  isLoop: boolean;
}

/** Returns the URL that a visitor asks for next; null where the answer leads nowhere, or to no visitor's URL. */
export function followed({ asked, location, status }: Answered): Question | null {
  if (location === null || status < 300 || status > 399) return null;
  const { question } = asked;
  const url = URL.parse(location);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return { ...question, url: location, method: "GET", isUnlocked: false };
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
    const questions = open.flatMap(({ answered, index }) => {
      const question = followed(answered);
      return question === null ? [] : [{ question, index, asked: toAsked(question) }];
    });
    await world.load(questions.map(({ asked }) => asked.visit));
    open = [];
    for (const { question, index, asked } of questions) {
      if (world.hostOf(asked.visit.hostname) === null) continue;
      const hops = all[index];
      const known = seen[index];
      if (hops === undefined || known === undefined) continue;
      if (known.has(asked.request.url)) {
        hops.isLoop = true;
        continue;
      }
      known.add(asked.request.url);
      const answered = await answerQuestion(env, world, question);
      hops.next.push(answered);
      open.push({ answered, index });
    }
  }
  return all;
}
