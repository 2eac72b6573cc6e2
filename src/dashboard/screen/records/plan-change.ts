import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Change } from "../../api/types.ts";
import type { Scope } from "./bulk-form.ts";

/** Plans a change of records without writing them. Returns the address that shows it. @throws ApiError */
export async function planChange(scope: Scope, edit: object, isForced = false): Promise<string> {
  const { id } = await call<Change>("POST", "/changes", {
    query: { force: isForced || undefined },
    body: { ...scope, ...edit },
  });
  await refresh("changes");
  return `/changes/${id}`;
}
