import { BULK_OPERATIONS } from "./operation/bulk.ts";
import { CHANGE_OPERATIONS } from "./operation/change.ts";
import { EXPLAIN_OPERATIONS } from "./operation/explain.ts";
import { FILE_OPERATIONS } from "./operation/file.ts";
import { HELPER_OPERATIONS } from "./operation/helper.ts";
import { HOST_OPERATIONS } from "./operation/host.ts";
import { LINK_OPERATIONS } from "./operation/link.ts";
import { MEMBER_OPERATIONS } from "./operation/member.ts";
import { MISS_OPERATIONS } from "./operation/miss.ts";
import { RECORD_OPERATIONS } from "./operation/record.ts";
import { REDIRECT_OPERATIONS } from "./operation/redirect.ts";
import { TOKEN_OPERATIONS } from "./operation/token.ts";
import { WORKSPACE_OPERATIONS } from "./operation/workspace.ts";
import type { Operation } from "./operation.ts";

/** Every operation by method and path, such as `get /v1/link/{id}`. */
export const OPERATIONS: Record<string, Operation> = {
  ...WORKSPACE_OPERATIONS,
  ...LINK_OPERATIONS,
  ...REDIRECT_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...BULK_OPERATIONS,
  ...CHANGE_OPERATIONS,
  ...EXPLAIN_OPERATIONS,
  ...HOST_OPERATIONS,
  ...MISS_OPERATIONS,
  ...FILE_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...MEMBER_OPERATIONS,
  ...HELPER_OPERATIONS,
};
