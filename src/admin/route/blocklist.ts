import { message, parseWith, stringField } from "../schema/field.ts";
import { newApp } from "../new-app.ts";
import { MAX_BLOCKED_HOSTS } from "../../domain/blocklist.ts";
import { parseDomainName } from "../../domain/parse-hostname.ts";
import { readBlocklist } from "../../services/workspace/read-blocklist.ts";
import { replaceBlocklist } from "../../services/workspace/replace-blocklist.ts";
import { endpoint, jsonBody } from "../endpoint.ts";
import { answer } from "../request-context.ts";
import * as v from "valibot";

const PutBody = v.object({
  hosts: v.pipe(
    v.array(v.unknown(), message("not_array_of_hosts")),
    // Checked before the entries, because the answer names each invalid entry.
    v.maxLength(MAX_BLOCKED_HOSTS, message("too_many_entries", { count: MAX_BLOCKED_HOSTS })),
    v.metadata({ items: { type: "string" } }),
    v.array(v.pipe(stringField, parseWith(parseDomainName))),
  ),
});

/** Routes of `/blocklist` (contract 17.1). */
export const blocklistRoutes = newApp()
  .get("/", endpoint("viewer"), async (c) =>
    answer(await readBlocklist(c.get("service")), (hosts) => ({ hosts })),
  )
  .put("/", endpoint("manager"), jsonBody(PutBody), async (c) =>
    answer(await replaceBlocklist(c.get("service"), c.req.valid("json")), (hosts) => ({ hosts })),
  );
