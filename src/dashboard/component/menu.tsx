import { Icon } from "./button.tsx";
import type { ComponentChildren, TargetedToggleEvent } from "preact";
import { useId, useRef, useState } from "preact/hooks";

interface MenuProps {
  label: string;
  /** The visible content of the button, three dots if absent; screen readers read the label. */
  button?: ComponentChildren;
  buttonClass?: string;
  /** Says whether the page that is shown is one of the menu's. */
  isCurrent?: boolean;
  children: ComponentChildren;
}

/** A button with a menu in a popover. A table has a hundred of them, so closed menus are not rendered. */
export function Menu({ label, button, buttonClass = "icon-button", isCurrent = false, children }: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isMade, setMade] = useState(false);
  // The content is rendered before the browser paints the opened popover.
  const onBefore = ({ newState }: TargetedToggleEvent<HTMLDivElement>) => {
    if (newState === "open") setMade(true);
  };
  const onToggle = ({ newState, currentTarget: list }: TargetedToggleEvent<HTMLDivElement>) => {
    const isOpen = newState === "open";
    setMade(isOpen);
    if (!isOpen || trigger.current === null) return;
    place(list, trigger.current.getBoundingClientRect());
    list.querySelector<HTMLElement>("a, button, input, select")?.focus();
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        class={buttonClass}
        aria-label={label}
        title={label}
        aria-expanded={isMade}
        aria-current={isCurrent ? "page" : undefined}
        popovertarget={id}
      >
        {button ?? <Icon name="more" />}
      </button>
      <div
        id={id}
        popover="auto"
        class="menu"
        onBeforeToggle={onBefore}
        onToggle={onToggle}
        onKeyDown={moveFocus}
        onClick={closeAfterChoice}
      >
        {isMade && children}
      </div>
    </>
  );
}

const EDGE_PX = 8;

/** Places a menu below its button, or above it if there is no room. */
function place(list: HTMLElement, button: DOMRect): void {
  const { offsetWidth, offsetHeight } = list;
  const isRightToLeft = getComputedStyle(list).direction === "rtl";
  const wanted = isRightToLeft ? button.right - offsetWidth : button.left;
  const left = Math.min(wanted, innerWidth - offsetWidth - EDGE_PX);
  const isBelow = button.bottom + offsetHeight + EDGE_PX < innerHeight;
  list.style.left = `${Math.max(EDGE_PX, left)}px`;
  list.style.top = `${isBelow ? button.bottom + 4 : Math.max(EDGE_PX, button.top - offsetHeight - 4)}px`;
}

function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button:not(:disabled), input")];
  const index = items.indexOf(document.activeElement as HTMLElement);
  items.at((index + step) % items.length)?.focus();
  event.preventDefault();
}

function closeAfterChoice(event: Event): void {
  if (!(event.target instanceof Element) || !(event.currentTarget instanceof HTMLElement)) return;
  if (event.target.closest(".menu-item") !== null) event.currentTarget.hidePopover();
}

interface ItemProps {
  label: ComponentChildren;
  onChoose?: () => void;
  href?: string;
  isDangerous?: boolean;
  isCurrent?: boolean;
  disabled?: boolean;
}

export function MenuItem({
  label,
  onChoose,
  href,
  isDangerous = false,
  isCurrent = false,
  disabled = false,
}: ItemProps) {
  const style = `menu-item${isDangerous ? " bad" : ""}`;
  if (href !== undefined)
    return <a class={style} href={href} aria-current={isCurrent ? "page" : undefined} children={label} />;
  return (
    <button type="button" class={style} disabled={disabled} onClick={() => onChoose?.()}>
      {label}
    </button>
  );
}
