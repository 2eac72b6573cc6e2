import { expect, it } from "vitest";
import { DASHBOARD_PAGES, pageAt } from "../../src/admin/dashboard-page.ts";
import { SCREENS } from "../../src/dashboard/screens.ts";

it("the Worker answers each screen with its page, and other addresses with the first one", () => {
  const pages = SCREENS.map(({ nav }) => pageAt(nav.href));
  expect(pages).toEqual(DASHBOARD_PAGES.filter((page) => !["record", "statistics"].includes(page)));
  expect(pageAt("/links/new")).toBe("record");
  expect(pageAt("/settings/members")).toBe("settings");
  expect(pageAt("/constructor")).toBe("overview");
});
