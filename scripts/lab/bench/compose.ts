import { composeLocation } from "../../../src/domain/compose.ts";
import { prepareDestination } from "../../../src/domain/prepare-destination.ts";
import { NO_UTM, UTM_MEMBERS, type Utm } from "../../../src/domain/utm.ts";
import { median } from "./statistics.ts";

/** The ratio of the time to compose a Location with `URL` and `searchParams` to the time to splice it. */
export interface ComposeRatios {
  colliding: number;
  distinct: number;
}

const DESTINATION = "https://example.com/landing/page?id=7&ref=site#top";
const UTM: Utm = { ...NO_UTM, source: "signpost", medium: "link", campaign: "spring sale" };
const ROUNDS = 9;
const TIMES = 20_000;

/** Measures both ways alternately in this process; returns the median of the rounds' ratios. */
export function measureCompose(): ComposeRatios {
  return {
    colliding: ratioFor("ref=mail&color=red&size=10"),
    distinct: ratioFor("from=mail&color=red&size=10"),
  };
}

function ratioFor(query: string): number {
  const prepared = prepareDestination(DESTINATION, UTM, true);
  const splice = () => composeLocation(prepared, null, query);
  const parse = () => composeByUrl(query);
  if (decodeURIComponent(splice()) !== decodeURIComponent(parse())) {
    throw new Error(`the two ways differ: ${splice()} and ${parse()}`);
  }
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) ratios.push(timeOf(parse) / timeOf(splice));
  return median(ratios.slice(2));
}

function composeByUrl(query: string): string {
  const url = new URL(DESTINATION);
  const visitor = new URLSearchParams(query);
  for (const [name, value] of visitor) url.searchParams.set(name, value);
  for (const member of UTM_MEMBERS) {
    if (UTM[member] !== "") url.searchParams.set(`utm_${member}`, UTM[member]);
  }
  return url.href.replaceAll("+", "%20");
}

function timeOf(work: () => string): number {
  let length = 0;
  const startNs = process.hrtime.bigint();
  for (let time = 0; time < TIMES; time++) length += work().length;
  const elapsed = Number(process.hrtime.bigint() - startNs);
  if (length === 0) throw new Error("nothing was composed");
  return elapsed;
}
