import { useWorkspace } from "../../api/shared-reads.ts";
import { useLimit } from "../../state/session.ts";
import { t } from "../../text/text.ts";

const SETTING = /^retention=(\d+)([dm])$/;
const DEFAULT_MONTHS = 13;

/** Explains how long clicks are kept, and which visits count as clicks. */
export function Retention() {
  // To a user with a limit the API does not tell the setting.
  const isWhole = useLimit() === null;
  const workspace = useWorkspace(isWhole);
  return (
    <p class="small muted">
      {isWhole && workspace.data !== undefined && `${toText(workspace.data.meta)} `}
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
