import type { ComponentChildren } from "preact";
import { ButtonLink } from "./button.tsx";
import type { Cursor } from "../api/types.ts";
import { t } from "../text/text.ts";

interface TabsProps<Name> {
  label: string;
  names: readonly Name[];
  current: Name | undefined;
  hrefOf: (name: Name) => string;
  textOf: (name: Name) => ComponentChildren;
  /** Says whether tabs that are wider than the page take several lines. */
  wraps?: boolean;
}

/** Links to the parts of a screen, of which the address names one. */
export function Tabs<Name>({ label, names, current, hrefOf, textOf, wraps = false }: TabsProps<Name>) {
  return (
    <nav class={wraps ? "tabs tabs-wrap" : "tabs"} aria-label={label}>
      {names.map((name) => (
        <a key={name} href={hrefOf(name)} aria-current={name === current ? "page" : undefined}>
          {textOf(name)}
        </a>
      ))}
    </nav>
  );
}

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
