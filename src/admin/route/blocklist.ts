import { newApp } from "../new-app.ts";
import { MAX_BLOCKED_HOSTS } from "../../domain/blocklist.ts";
import { parseDomainName } from "../../domain/hostname.ts";
import { readBlocklist } from "../../services/workspace/read-blocklist.ts";
import { replaceBlocklist } from "../../services/workspace/replace-blocklist.ts";
import { endpoint, jsonBody } from "../endpoint.ts";
import { answer } from "../request-context.ts";
import { parseWith, stringField } from "../schema/field.ts";
import * as v from "valibot";

const PutBody = v.object({
  hosts: v.pipe(
    v.array(v.unknown(), "must be an array of hostnames"),
    // Before the entries are looked at: each that is wrong is named in the answer.
    v.maxLength(MAX_BLOCKED_HOSTS, `must have at most ${MAX_BLOCKED_HOSTS} entries`),
    v.metadata({ items: { type: "string" } }),
    v.array(v.pipe(stringField, parseWith(parseDomainName))),
  ),
});

/** Routes of `/blocklist` (contract 17.1). */
export const blocklistRoutes = newApp()
  .get("/", endpoint("manager"), async (c) =>
    answer(await readBlocklist(c.get("service")), (hosts) => ({ hosts })),
  )
  .put("/", endpoint("manager"), jsonBody(PutBody), async (c) =>
    answer(await replaceBlocklist(c.get("service"), c.req.valid("json")), (hosts) => ({ hosts })),
  );
