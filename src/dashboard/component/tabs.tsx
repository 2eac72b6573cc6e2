import type { ComponentChildren } from "preact";

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
