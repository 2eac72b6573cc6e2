import { CommandError } from "../support/command.ts";
import type { AccountContext, Api } from "./api.ts";
import type { SettingsDraft } from "./settings.ts";

/** The place of the database, which Cloudflare fixes when it creates the database. */

export type Place = Pick<SettingsDraft, "location" | "jurisdiction">;

export const LOCATION_NAMES = {
  wnam: "western North America",
  enam: "eastern North America",
  weur: "western Europe",
  eeur: "eastern Europe",
  apac: "Asia-Pacific",
  oc: "Oceania",
} as const;

export const JURISDICTION_NAMES = {
  eu: "the European Union",
  us: "the United States",
  fedramp: "FedRAMP data centers",
} as const;

/** Returns the place in the words of the API. */
export function toPlaceBody({ location, jurisdiction }: Place): object {
  return {
    ...(location !== undefined && { primary_location_hint: location }),
    ...(jurisdiction !== undefined && { jurisdiction }),
  };
}

export function tellPlace({ location, jurisdiction }: Place): string {
  if (jurisdiction !== undefined) return `only in ${JURISDICTION_NAMES[jurisdiction]}`;
  return location === undefined ? "near this computer" : `in ${LOCATION_NAMES[location]}`;
}

const MOVE =
  "Cloudflare fixes the place of a database when it creates the database. To move the data, restore a backup into a " +
  "new database (docs/operating.md).";

/**
 * Compares the place of the database with the settings. Throws CommandError if the jurisdiction differs: that is a promise
 * to somebody. The location is only a hint, so another one is a sentence in `todo`.
 */
export async function checkPlace(
  { api, accountId }: Pick<AccountContext, "api" | "accountId">,
  { location, jurisdiction: wanted }: Place,
  id: string,
): Promise<{ keep: Place; todo: string[] }> {
  const path = `/accounts/${accountId}/d1/database/${id}`;
  const { name, jurisdiction: held } = await api.call<{ name: string; jurisdiction?: string | null }>(
    "GET",
    path,
  );
  if (wanted !== undefined && held !== undefined && held !== wanted) {
    const has = held === null ? "no jurisdiction" : `the jurisdiction ${held}`;
    throw new CommandError(`The D1 database ${name} has ${has}, and the settings say ${wanted}. ${MOVE}`);
  }
  if (location === undefined) return { keep: isJurisdiction(held) ? { jurisdiction: held } : {}, todo: [] };
  if (held) {
    throw new CommandError(
      `The D1 database ${name} has the jurisdiction ${held}, so location means nothing. Replace it in the settings by ` +
        `"jurisdiction": "${held}".`,
    );
  }
  const region = await readRegion(api, path);
  if (region === null || region === location) return { keep: {}, todo: [] };
  const isKnown = Object.hasOwn(LOCATION_NAMES, region);
  const there = isKnown ? LOCATION_NAMES[region as keyof typeof LOCATION_NAMES] : region;
  const notice = `The D1 database ${name} runs in ${there}, not in ${LOCATION_NAMES[location]}: Cloudflare takes location as a hint.`;
  return { keep: {}, todo: [`${notice} ${MOVE}`] };
}

function isJurisdiction(text: string | null | undefined): text is keyof typeof JURISDICTION_NAMES {
  return typeof text === "string" && Object.hasOwn(JURISDICTION_NAMES, text);
}

/** Returns the region that answers queries; null if the answer does not name it. */
async function readRegion(api: Api, path: string): Promise<string | null> {
  const [answer] = await api.call<{ meta?: { served_by_region?: string } }[]>("POST", `${path}/query`, {
    sql: "SELECT 1",
  });
  return answer?.meta?.served_by_region?.toLowerCase() ?? null;
}
