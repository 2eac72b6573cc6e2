import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../../src/index.ts";

/** Asks a Worker with these ADMIN_HOSTS for the API on a hostname. */
async function ask(adminHosts: string, hostname: string): Promise<number> {
  const context = createExecutionContext();
  const request = new Request(`http://${hostname}/v1/test`) as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(request, { ...env, ADMIN_HOSTS: adminHosts }, context);
  await waitOnExecutionContext(context);
  return response.status;
}

describe("ADMIN_HOSTS", () => {
  it.each(["admin.example", "Admin.Example", "x.example, admin.example.", ",admin.example,"])(
    "%j makes admin.example the API's, as the browser writes it and with a trailing dot",
    async (adminHosts) => {
      expect(await ask(adminHosts, "admin.example")).toBe(401);
      expect(await ask(adminHosts, "ADMIN.example.")).toBe(401);
      expect(await ask(adminHosts, "other.example")).toBe(404);
    },
  );
});
