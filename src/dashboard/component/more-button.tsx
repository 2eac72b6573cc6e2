import type { List } from "../api/use-list.ts";
import { t } from "../text/text.ts";
import { Button } from "./button.tsx";

export function MoreButton({ list }: { list: Pick<List<unknown>, "hasMore" | "more" | "read"> }) {
  if (!list.hasMore) return null;
  return (
    <div>
      <Button disabled={list.read.isFetching} onClick={() => list.more()}>
        {t("list.more")}
      </Button>
    </div>
  );
}
