import type { Format } from "../format.ts";
import { readLines } from "../line.ts";
import { addNetlifyRule, NETLIFY, splitRedirectsLine, type Dialect } from "../netlify.ts";

/** Creates the format of one dialect of `_redirects`. The dialects differ in their defaults. */
function createFormat(key: string, label: string, defaultCode: number, dialect: Dialect): Format {
  return {
    key,
    label,
    isOrdered: true,
    defaultCode,
    read: ({ text }, collector) => {
      for (const { line, text: content } of readLines(text, collector)) {
        const rule = splitRedirectsLine(line, content);
        if ("reason" in rule) collector.refuse(line, content, rule.reason);
        else addNetlifyRule(rule, collector, dialect);
      }
    },
  };
}

export const netlifyRedirects = createFormat("netlify-redirects", "_redirects of Netlify", 301, NETLIFY);

export const cloudflareRedirects = createFormat("cloudflare-redirects", "_redirects of Cloudflare", 302, {
  takesQuery: false,
  addsQuery: false,
  takesFolder: false,
});
