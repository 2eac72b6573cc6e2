import { DAY_MS } from "../../../src/domain/time.ts";
import type { Click } from "../../../src/queue-messages.ts";
import type { ShowcaseLink } from "./showcase.ts";

/** Clicks of eight weeks, made up: more on weekdays, more at noon, and more from week to week. */

const DAYS = 56;
const CLICKS_A_DAY = 320;
const COUNTRIES = ["DE", "DE", "DE", "AT", "CH", "FR", "US", "GB", "NL", "PL"];
const REFERRERS = ["", "", "", "www.instagram.com", "mail.example", "www.google.com", "news.example"];
const LANGUAGES = ["de-DE,de", "de-AT,de", "fr-FR,fr", "en-US,en", "en-GB,en"];
const AGENTS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
];

/** A record with the share of the clicks that it gets. */
interface Clicked extends Pick<ShowcaseLink, "share"> {
  id: string;
  destinations: string[];
}

/** Returns the clicks of the weeks before a moment, oldest first. */
export function makeClicks(records: readonly Clicked[], nowMs: number, random: () => number): Click[] {
  const clicks: Click[] = [];
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    const dayMs = Math.floor(nowMs / DAY_MS - ago) * DAY_MS;
    for (let count = clicksOf(dayMs, ago, random); count > 0; count -= 1) {
      const atMs = dayMs + Math.floor(((random() + random()) / 2) * DAY_MS);
      if (atMs < nowMs) clicks.push(makeClick(pickRecord(records, random), atMs, random));
    }
  }
  return clicks.toSorted(([, one], [, other]) => one - other);
}

function clicksOf(dayMs: number, ago: number, random: () => number): number {
  const isWeekend = [0, 6].includes(new Date(dayMs).getUTCDay());
  const growth = 1 + (DAYS - ago) / DAYS;
  return Math.round(CLICKS_A_DAY * growth * (isWeekend ? 0.55 : 1) * (0.85 + 0.3 * random()));
}

function makeClick({ id, destinations }: Clicked, atMs: number, random: () => number): Click {
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? "";
  const destination = Math.floor(random() ** 1.2 * destinations.length);
  return [id, atMs, destination, pick(COUNTRIES), pick(REFERRERS), pick(AGENTS), pick(LANGUAGES), "", ""];
}

function pickRecord(records: readonly Clicked[], random: () => number): Clicked {
  const total = records.reduce((sum, { share }) => sum + share, 0);
  let left = random() * total;
  for (const record of records) {
    left -= record.share;
    if (left < 0) return record;
  }
  throw new Error("There is no record to click.");
}
