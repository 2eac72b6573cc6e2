import { EXPONENT, LINKS_OF_HOST, MONTH_SECONDS, visitsOfIsolate as isolateOfMonth } from "../month.ts";
import type { DailyValues } from "../stored-bytes.ts";
import { expectAliases } from "../zipf.ts";

/** An installation whose workspaces are spread over several databases, as docs/databases.md designs it. */
export interface Installation {
  links: number;
  /** A day. Each is a click. */
  visits: number;
  /** Their numbers of links go by Zipf's law, as visits do. */
  workspaces: number;
  /** Calls of the API a second. */
  calls: number;
  /** The share of visits that the database has to answer, such as those of unknown aliases. */
  unknown: number;
  /** Of these, the share on hostnames without a snapshot of their own: a wildcard or an apex answers for them. */
  withoutSnapshot: number;
  /** Edits of each link, which history keeps for ever. */
  edits: number;
  /** Values a day of each breakdown of a link. */
  values: DailyValues;
}

/** How many databases there are, and how many queues of clicks. Each queue serves the same number of databases. */
export interface Layout {
  databases: number;
  queues: number;
}

const DAY_SECONDS = 86_400;

export const visitsPerSecond = ({ visits }: Installation): number => visits / DAY_SECONDS;

/** Returns the visits of one isolate, a second. */
export const visitsOfIsolate = (installation: Installation): number =>
  isolateOfMonth(visitsPerSecond(installation) * MONTH_SECONDS);

/** Returns what one of the databases holds, with its even part of the links. */
export function popularityOf({ links, workspaces }: Installation, databases: number) {
  const aliases = Math.ceil(links / databases);
  return {
    aliases,
    exponent: EXPONENT,
    hosts: Math.ceil(aliases / LINKS_OF_HOST),
    workspaces: Math.ceil(workspaces / databases),
  };
}

/** Returns the shares of workspaces in links and visits, the largest first. */
export function sharesOf(workspaces: number): number[] {
  const weights = Array.from({ length: workspaces }, (_, index) => (index + 1) ** -EXPONENT);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Returns the number of links that are clicked on a day. */
export const clickedDaily = ({ links, visits }: Installation): number =>
  expectAliases({ aliases: links, exponent: EXPONENT }, visits);
