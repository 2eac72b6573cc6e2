import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Workspace } from "../../api/types.ts";
import { t } from "../../text/text.ts";

const SETTING = /^retention=(\d+)([dm])$/;
const DEFAULT_MONTHS = 13;

/** Says for how long clicks are kept, and what counts as one. */
export function Retention() {
  const workspace = useRead<Workspace>({
    key: ["workspace"],
    read: (signal) => call("GET", "/workspace/current", { signal }),
  });
  return (
    <p class="small muted">
      {workspace.data !== undefined && `${toText(workspace.data.meta)} `}
      {t("stats.botsNote")}
    </p>
  );
}

function toText(meta: readonly string[]): string {
  const [, digits, unit] = meta.map((line) => SETTING.exec(line)).find((match) => match !== null) ?? [];
  return unit === "d"
    ? t("stats.keptDays", { count: Number(digits) })
    : t("stats.keptMonths", { count: Number(digits ?? DEFAULT_MONTHS) });
}
