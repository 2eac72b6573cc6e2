import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const OPTIONS = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // What is framed is somebody else's.
  iframes: false,
  rules: { "target-size": { enabled: true }, "frame-tested": { enabled: false } },
  // What passes is long, and nobody reads it.
  resultTypes: ["violations", "incomplete"],
};

/** Looks until nothing came or went meanwhile, because axe cannot tell the order of headings that have gone. */
const LOOK = `(async () => {
  let hasChanged = true;
  const observer = new MutationObserver(() => { hasChanged = true; });
  observer.observe(document.body, { childList: true, subtree: true });
  let found;
  for (let looks = 0; hasChanged && looks < 5; looks++) {
    hasChanged = false;
    found = await axe.run(document, ${JSON.stringify(OPTIONS)});
  }
  observer.disconnect();
  return { violations: found.violations, incomplete: found.incomplete };
})()`;

/**
 * What axe finds against WCAG 2.0 to 2.2 (A and AA) and best practices in a page, and what it can't judge;
 * empty for nothing. Scripts come in through the debugger, which no policy holds.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(axe.source);
  const { violations, incomplete } = await page.evaluate<Pick<AxeResults, "violations" | "incomplete">>(LOOK);
  return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}
