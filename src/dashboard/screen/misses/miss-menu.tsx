import { Icon } from "../../component/icon.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { toExplainHref } from "../explain/question.ts";
import { isAnswerable, type MissedRow } from "./missed-row.ts";
import type { Remedy } from "./resolve-plan.ts";

export function MissMenu({ row, onResolve }: { row: MissedRow; onResolve: (remedy: Remedy) => void }) {
  const mayWrite = useMay("editor") && isAnswerable(row);
  const item = (remedy: Remedy, disabled = false) => (
    <MenuItem disabled={disabled} onChoose={() => onResolve(remedy)}>
      {t(`misses.${remedy}.action`)}
    </MenuItem>
  );
  return (
    <Menu label={t("misses.menu", { path: row.path })} button={<Icon name="more" />}>
      {mayWrite && row.state !== "resolved" && (
        <>
          {item("suggestion", (row.suggestions ?? []).length === 0)}
          {item("url")}
          {item("gone")}
          {row.state === "open" ? item("ignore") : item("open")}
        </>
      )}
      <MenuItem href={toExplainHref(`${row.host}${row.path}`)}>{t("misses.explain")}</MenuItem>
    </Menu>
  );
}
