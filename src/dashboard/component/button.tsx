import type { JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

type Attributes = Omit<JSX.IntrinsicElements["button"], "class" | "icon">;

export interface ButtonProps extends Attributes {
  /** The most important action of its part of the page, one that destroys, or one without a frame. */
  kind?: "main" | "bad" | "plain";
}

export function Button({ kind, ...rest }: ButtonProps) {
  return <button type="button" {...rest} class={kind === undefined ? "button" : `button button-${kind}`} />;
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
