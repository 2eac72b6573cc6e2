import { BULK_OPERATIONS, FILE_OPERATIONS, HELPER_OPERATIONS } from "./operation/helper.ts";
import { CHANGE_OPERATIONS } from "./operation/change.ts";
import { EXPLAIN_OPERATIONS } from "./operation/explain.ts";
import { HOST_OPERATIONS } from "./operation/host.ts";
import { LINK_OPERATIONS, RECORD_OPERATIONS, REDIRECT_OPERATIONS } from "./operation/record.ts";
import { MEMBER_OPERATIONS, TOKEN_OPERATIONS, WORKSPACE_OPERATIONS } from "./operation/workspace.ts";
import { SHARED_OPERATIONS } from "./operation/shared-statistics.ts";
import { WEBHOOK_OPERATIONS } from "./operation/webhook.ts";
import { MISS_OPERATIONS } from "./operation/miss.ts";
import type { Operation } from "./operation.ts";

/** The operations by their tag. One that names a tag of its own has that. */
const TAGGED: Record<string, Record<string, Operation>> = {
  Workspace: WORKSPACE_OPERATIONS,
  "Short links": LINK_OPERATIONS,
  Redirects: REDIRECT_OPERATIONS,
  Records: RECORD_OPERATIONS,
  Bulk: BULK_OPERATIONS,
  Changes: CHANGE_OPERATIONS,
  Checks: EXPLAIN_OPERATIONS,
  Hostnames: HOST_OPERATIONS,
  Misses: MISS_OPERATIONS,
  Files: FILE_OPERATIONS,
  Tokens: TOKEN_OPERATIONS,
  Members: MEMBER_OPERATIONS,
  Webhooks: WEBHOOK_OPERATIONS,
  "Shared statistics": SHARED_OPERATIONS,
  Helpers: HELPER_OPERATIONS,
};

/** Every operation by method and path, such as `get /v1/link/{id}`. */
export type TaggedOperation = Operation & { tag: string };
export const OPERATIONS: Record<string, TaggedOperation> = Object.fromEntries(
  Object.entries(TAGGED).flatMap(([tag, operations]) =>
    Object.entries(operations).map(([key, operation]) => [key, { tag, ...operation }]),
  ),
);
