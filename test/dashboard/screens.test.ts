import { expect, it } from "vitest";
import { DASHBOARD_GROUPS, groupAt } from "../../src/admin/dashboard-page.ts";
import { SCREEN_GROUPS } from "../../src/dashboard/screens.ts";

it("the Worker answers each screen with the page of its group, and other addresses with the first one", () => {
  const groups = SCREEN_GROUPS.map((screens) => screens.map(({ nav }) => groupAt(nav.href)));
  expect(groups).toEqual(SCREEN_GROUPS.map((screens, index) => screens.map(() => DASHBOARD_GROUPS[index])));
  expect(groupAt("/links/new")).toBe("daily");
  expect(groupAt("/settings/members")).toBe("settings");
  expect(groupAt("/constructor")).toBe("daily");
});
