import type { CsvFormat, Format, JsonFormat } from "./format.ts";
import { rankmathCsv, redirects301Csv, yoastCsv } from "./format/wordpress-csv.ts";
import { bitlyCsv, bitlyJson } from "./format/bitly.ts";
import { cloudflareBulkCsv } from "./format/cloudflare-bulk-csv.ts";
import { csv, tsv } from "./format/csv.ts";
import { drupalCsv, magentoCsv } from "./format/cms-csv.ts";
import { dubCsv, dubJson } from "./format/dub.ts";
import { easyredirCsv, easyredirJson } from "./format/easyredir.ts";
import { firebaseJson } from "./format/firebase-json.ts";
import { gscCsv, screamingFrogCsv } from "./format/report-csv.ts";
import { htaccess } from "./format/htaccess.ts";
import { hubspotCsv, hubspotJson } from "./format/hubspot.ts";
import { kuttJson, kuttSql } from "./format/kutt.ts";
import { cloudflareRedirects, netlifyRedirects, netlifyToml } from "./format/netlify.ts";
import { nginxConf } from "./format/nginx-conf.ts";
import { nginxMap } from "./format/nginx-map.ts";
import { polrSql } from "./format/polr-sql.ts";
import { rebrandlyCsv, rebrandlyJson } from "./format/rebrandly.ts";
import { redirectPizzaCsv, redirectPizzaJson } from "./format/redirect-pizza.ts";
import { redirhubCsv, shopifyCsv, simple301Csv, webflowCsv, wixCsv } from "./format/two-column-csv.ts";
import { shlinkCsv, shlinkJson } from "./format/shlink.ts";
import { shortioCsv, shortioJson, shortioTsv } from "./format/shortio.ts";
import { signpostExport } from "./format/signpost-export.ts";
import { signpostJson } from "./format/signpost-json.ts";
import { sinkJson, tinyurlJson } from "./format/link-json.ts";
import { squarespaceTxt } from "./format/squarespace-txt.ts";
import { vercelBulkCsv, vercelBulkJson, vercelJson } from "./format/vercel.ts";
import { wpRedirectionCsv, wpRedirectionCsvOld, wpRedirectionJson } from "./format/wp-redirection.ts";
import { yourlsCsv, yourlsJson, yourlsSql, yourlsXml } from "./format/yourls.ts";

/** CSV formats that are detected by their header. The first format whose columns are present wins. */
export const csvFormats: readonly CsvFormat[] = [
  wpRedirectionCsvOld,
  wpRedirectionCsv,
  yoastCsv,
  rankmathCsv,
  drupalCsv,
  shopifyCsv,
  magentoCsv,
  screamingFrogCsv,
  gscCsv,
  bitlyCsv,
  dubCsv,
  shortioTsv,
  shortioCsv,
  shlinkCsv,
  rebrandlyCsv,
  hubspotCsv,
  easyredirCsv,
  redirectPizzaCsv,
  redirhubCsv,
  vercelBulkCsv,
  yourlsCsv,
  webflowCsv,
  simple301Csv,
  wixCsv,
];

/** Formats of rules in which the order of the lines matters. */
const ruleFormats: readonly Format[] = [
  netlifyRedirects,
  cloudflareRedirects,
  netlifyToml,
  squarespaceTxt,
  htaccess,
  nginxConf,
  nginxMap,
];

/** JSON formats. The first format whose shape matches the document wins. */
export const jsonFormats: readonly JsonFormat[] = [
  signpostJson,
  signpostExport,
  wpRedirectionJson,
  firebaseJson,
  vercelJson,
  shlinkJson,
  bitlyJson,
  shortioJson,
  yourlsJson,
  sinkJson,
  kuttJson,
  tinyurlJson,
  easyredirJson,
  redirectPizzaJson,
  hubspotJson,
  rebrandlyJson,
  dubJson,
  vercelBulkJson,
];

const dumps: readonly Format[] = [kuttSql, yourlsSql, polrSql, yourlsXml];

export const formats: ReadonlyMap<string, Format> = new Map(
  [...csvFormats, redirects301Csv, cloudflareBulkCsv, csv, tsv, ...ruleFormats, ...jsonFormats, ...dumps].map(
    (format) => [format.key, format],
  ),
);

/** Shorter names that `--format` takes as well. */
export const shortNames: ReadonlyMap<string, string> = new Map([
  ["netlify", "netlify-redirects"],
  ["cloudflare", "cloudflare-redirects"],
  ["vercel", "vercel-json"],
  ["firebase", "firebase-json"],
  ["nginx", "nginx-conf"],
  ["apache", "htaccess"],
  ["squarespace", "squarespace-txt"],
]);
