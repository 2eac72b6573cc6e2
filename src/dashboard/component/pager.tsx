import type { Cursor } from "../api/types.ts";
import { t } from "../text/text.ts";

export function Pager({ cursor, hrefOf }: { cursor: Cursor; hrefOf: (cursor: string) => string }) {
  if (cursor.prev === null && cursor.next === null) return null;
  const link = (target: string | null, text: string, rel: "prev" | "next") =>
    target === null ? (
      <span class="button" aria-disabled="true">
        {text}
      </span>
    ) : (
      <a class="button" rel={rel} href={hrefOf(target)}>
        {text}
      </a>
    );
  return (
    <nav class="line" aria-label={t("pager.label")}>
      {link(cursor.prev, t("pager.previous"), "prev")}
      {link(cursor.next, t("pager.next"), "next")}
    </nav>
  );
}
