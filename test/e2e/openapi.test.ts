import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { app } from "../../src/admin/app.ts";
import { openApiDocument } from "../../scripts/openapi/document.ts";

const run = promisify(execFile);

it("the OpenAPI document is valid and follows the recommended rules", async () => {
  const source = JSON.stringify(openApiDocument(app));
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(JSON.parse(source).openapi).toMatch(/^3\.1\./);
});

it("the document that the API answers is what the routes say", async () => {
  const { stdout } = await run("node_modules/.bin/node", ["scripts/openapi.ts", "--check"]);
  expect(stdout).toContain("is up to date");
});
