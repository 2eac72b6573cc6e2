import { Hono } from "hono";
import * as v from "valibot";
import { MAX_BLOCKED_HOSTS } from "../../domain/blocklist.ts";
import { parseDomainName } from "../../domain/hostname.ts";
import { readBlocklist } from "../../services/workspace/read-blocklist.ts";
import { replaceBlocklist } from "../../services/workspace/replace-blocklist.ts";
import { endpoint, jsonBody } from "../endpoint.ts";
import { answer, json, type AdminEnv } from "../request-context.ts";
import { parseWith, stringField } from "../schema/parse-with.ts";
import { BlocklistShape } from "../schema/shape.ts";

const PutBody = v.object({
  hosts: v.pipe(
    v.array(v.unknown(), "must be an array of hostnames"),
    // Before the entries are looked at: each that is wrong is named in the answer.
    v.maxLength(MAX_BLOCKED_HOSTS, `must have at most ${MAX_BLOCKED_HOSTS} entries`),
    v.metadata({ items: { type: "string" } }),
    v.array(v.pipe(stringField, parseWith(parseDomainName))),
  ),
});

const tag = "Workspace";

/** Where no record of the workspace may lead. */
export const blocklistRoutes = new Hono<AdminEnv>()
  .get(
    "/",
    endpoint({ role: "manager", tag, summary: "Get the blocklist", answer: BlocklistShape }),
    async (c) => json({ hosts: await readBlocklist(c.get("service")) }),
  )
  .put(
    "/",
    endpoint({
      role: "manager",
      tag,
      summary: "Replace the blocklist",
      description: `At most ${MAX_BLOCKED_HOSTS} hostnames; each stands for its subdomains, too. Records that lead there show visitors a warning, at once, and no write can add such a destination. An empty list lets all through.`,
      answer: BlocklistShape,
      errors: [400, 413, 415, 422],
    }),
    jsonBody(PutBody),
    async (c) =>
      answer(await replaceBlocklist(c.get("service"), c.req.valid("json")), (hosts) => ({ hosts })),
  );
