import type { List } from "../api/use-list.ts";
import { t } from "../text/text.ts";

/** Shows more rows of a list if there are more. */
export function MoreButton({ list }: { list: Pick<List<unknown>, "hasMore" | "more" | "read"> }) {
  if (!list.hasMore) return null;
  return (
    <div>
      <button type="button" class="button" disabled={list.read.isFetching} onClick={() => list.more()}>
        {t("list.more")}
      </button>
    </div>
  );
}
