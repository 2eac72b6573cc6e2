import { ButtonLink } from "./button.tsx";
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
      <ButtonLink rel={rel} href={hrefOf(target)} label={text} />
    );
  return (
    <nav class="line" aria-label={t("pager.label")}>
      {link(cursor.prev, t("pager.previous"), "prev")}
      {link(cursor.next, t("pager.next"), "next")}
    </nav>
  );
}
