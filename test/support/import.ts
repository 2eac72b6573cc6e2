import { requireOk } from "./site.ts";
import type { TestWorkspace } from "./workspace.ts";

/** The API's result for one row of an import. */
export interface Outcome {
  row: number;
  result: "created" | "updated" | "unchanged" | "failed";
  id: string | null;
  errors?: Record<string, string[]>;
}

export type ImportMode = "create" | "upsert";

/** `POST /bulk/import`, which must succeed as a whole. */
export async function importInto(
  workspace: TestWorkspace,
  rows: unknown[],
  mode?: ImportMode,
): Promise<Outcome[]> {
  const { body } = requireOk(await workspace.call("POST", "/bulk/import", { ...(mode && { mode }), rows }));
  return body.data;
}

/** The results in order; failures as the fields that they name. */
export function summarize(outcomes: Outcome[]): string[] {
  return outcomes.map(({ result, errors }) =>
    result === "failed"
      ? `failed ${Object.keys(errors ?? {})
          .toSorted()
          .join(" ")}`
      : result,
  );
}
