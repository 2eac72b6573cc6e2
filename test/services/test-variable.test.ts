import { expect, it } from "vitest";
import { testVariable } from "../../src/test-variable.ts";

it.each([
  ["localhost", true],
  ["localhost,127.0.0.1", true],
  ["LOCALHOST., app.localhost, 127.8.8.8, [::1]", true],
  ["localhost,admin.example.com", false],
  ["admin.example.com", false],
  ["localhost.example.com", false],
  ["127.0.0.1.example.com", false],
  ["127.0.0.1.2", false],
  ["10.0.0.1", false],
  ["notlocalhost", false],
])("[25.13] with ADMIN_HOSTS %s, variables of tests count: %s", (ADMIN_HOSTS, counts) => {
  const env = { ADMIN_HOSTS, MONITOR_ALLOW: "10.0.0.1", ACCESS_CERTS_URL: "http://127.0.0.1/" };
  expect(testVariable(env, "MONITOR_ALLOW")).toBe(counts ? "10.0.0.1" : "");
  expect(testVariable(env, "ACCESS_CERTS_URL")).toBe(counts ? "http://127.0.0.1/" : "");
});

it("[25.13] is empty if it is not set", () => {
  expect(testVariable({ ADMIN_HOSTS: "localhost" }, "ACCESS_CERTS_URL")).toBe("");
});
