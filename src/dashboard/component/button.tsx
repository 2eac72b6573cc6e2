import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { copyText } from "../state/clipboard.ts";
import { announce, showToast } from "../state/toast.ts";
import { t } from "../text/text.ts";

type Attributes = Omit<JSX.IntrinsicElements["button"], "class" | "icon">;

interface Look {
  /** The most important action of its part of the page, one that destroys, or one without a frame. */
  kind?: "main" | "bad" | "plain" | undefined;
  icon?: IconName;
  label: ComponentChildren;
}

export function Button({ kind, icon, label, ...rest }: Omit<Attributes, "label"> & Look) {
  return (
    <button type="button" {...rest} class={kind === undefined ? "button" : `button button-${kind}`}>
      {icon !== undefined && <Icon name={icon} />}
      {label}
    </button>
  );
}

interface LinkProps extends Look {
  href: string;
  title?: string;
  rel?: string;
  target?: string;
  download?: string;
  onClick?: () => void;
}

/** A link that looks like a button. */
export function ButtonLink({ kind, icon, label, ...rest }: LinkProps) {
  return (
    <a {...rest} class={kind === undefined ? "button" : `button button-${kind}`}>
      {icon !== undefined && <Icon name={icon} />}
      {label}
    </a>
  );
}

export function LinkButton(props: Attributes) {
  return <button type="button" {...props} class="link-button small" />;
}

/** A button without words on it. Screen readers get the label, and so does the pointer. */
export function IconButton({ icon, label, ...rest }: Attributes & { icon: IconName; label: string }) {
  return (
    <button type="button" {...rest} class="icon-button" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

/** A link without words on it, as `IconButton`. */
export function IconLink({ icon, label, href }: { icon: IconName; label: string; href: string }) {
  return (
    <a class="icon-button" href={href} aria-label={label} title={label}>
      <Icon name={icon} />
    </a>
  );
}

/** Icons, each a path in a square of 20. They have no meaning without the label next to them. */
const PATHS = {
  overview: "M3 3h6v8H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 13h6v4H3z",
  links:
    "M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5L10 5M11.5 8.5a3.5 3.5 0 0 0-5 0L4 11a3.5 3.5 0 0 0 5 5l1-1",
  redirects: "M3 5h6a4 4 0 0 1 4 4v6M9.5 11.5 13 15l3.5-3.5",
  insights: "M3 17V9M8 17V4M13 17v-6M18 17H2M17.5 7.5 13 11",
  misses: "M10 3 2 17h16zM10 8v4M10 14.5v.5",
  hosts:
    "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM2.5 10h15M10 2.5c5 5 5 10 0 15M10 2.5c-5 5-5 10 0 15",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5 17 17",
  plus: "M10 4v12M4 10h12",
  close: "M5 5l10 10M15 5 5 15",
  copy: "M7 7h9v9H7zM4 13V4h9",
  qr: "M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h2v2h-2zM16 12h1v5h-5v-1",
  done: "M4 10.5 8 14.5 16 6",
  up: "M5 12l5-5 5 5",
  down: "M5 8l5 5 5-5",
  person: "M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3.5 17c.5-3.5 3-5 6.5-5s6 1.5 6.5 5",
  filter: "M3 5h14M6 10h8M8.5 15h3",
  settings: "M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4",
  check: "M4 4h12v12H4zM7 10l2 2 4-4",
  download: "M10 3v9M6.5 8.5 10 12l3.5-3.5M3 16h14",
  import: "M10 3v9M6.5 8.5 10 12l3.5-3.5M3 16h14",
  changes: "M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3",
  explain:
    "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM7.5 8c0-1.5 1-2.5 2.5-2.5s2.5 1 2.5 2.3c0 1.7-2.5 1.9-2.5 3.7M10 14v.5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor">
      <path
        d={PATHS[name]}
        stroke-width={name === "more" ? 2.5 : 1.5}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

const SHOWN_MS = 1_500;

/** Copies a text. @param of the name of the text, such as "https://go.example.com/a" */
export function CopyButton({ text, of = text }: { text: string; of?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return showToast(t("copy.refused"));
    setDone(true);
    announce(t("copy.done"));
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <IconButton
      icon={isDone ? "done" : "copy"}
      label={t("copy.label", { of })}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    />
  );
}
