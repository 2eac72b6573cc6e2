import type { Format } from "../format.ts";
import { readLines } from "../line.ts";
import { addNetlifyRule, splitRedirectsLine, type Dialect } from "../netlify.ts";

/** `_redirects` has two dialects, which differ in what they do without being told. */
function createFormat(key: string, label: string, defaultCode: number, dialect: Dialect): Format {
  return {
    key,
    label,
    isOrdered: true,
    defaultCode,
    read: ({ text }, sheet) => {
      for (const { line, text: content } of readLines(text, sheet)) {
        const rule = splitRedirectsLine(line, content);
        if ("reason" in rule) sheet.refuse(line, content, rule.reason);
        else addNetlifyRule(rule, sheet, dialect);
      }
    },
  };
}

export const netlifyRedirects = createFormat("netlify-redirects", "_redirects of Netlify", 301, {
  takesQuery: true,
  addsQuery: true,
});

export const cloudflareRedirects = createFormat("cloudflare-redirects", "_redirects of Cloudflare", 302, {
  takesQuery: false,
  addsQuery: false,
});
