import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { hearBack } from "../state/back.ts";
import { t } from "../text/text.ts";
import { ConfirmDialog } from "./dialog.tsx";

interface LeaveGuard {
  /** Leaves at once, or after a question while there is unsaved input. */
  leave: (go: () => void) => void;
  question: ComponentChildren;
}

/**
 * Asks before a reload, Back or a link loses unsaved input (contract 32.41). An address of the same path does not: it is
 * another tab of the same form.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const [go, setGo] = useState<(() => void) | null>(null);
  const isAgreed = useRef(false);
  const here = useRef("");
  here.current = useLocation().url;
  const leave: LeaveGuard["leave"] = (wanted) => (isDirty ? setGo(() => wanted) : wanted());
  useLayoutEffect(() => {
    if (!isDirty) return;
    isAgreed.current = false;
    const loses = (pathname: string) =>
      !isAgreed.current && pathname !== new URL(here.current, location.origin).pathname;
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event);
      if (link === null || !loses(link.pathname)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leave(() => link.click());
    };
    const onPopState = (event: Event) => {
      if (!loses(location.pathname)) return;
      event.stopImmediatePropagation();
      // The browser has gone already. One step back from here is where the user wanted to be.
      history.pushState(null, "", here.current);
      leave(() => history.back());
    };
    const onUnload = (event: Event) => isAgreed.current || event.preventDefault();
    const endBack = hearBack(onPopState);
    // Before the router, which listens without capture.
    addEventListener("click", onClick, true);
    addEventListener("beforeunload", onUnload);
    return () => {
      endBack();
      removeEventListener("click", onClick, true);
      removeEventListener("beforeunload", onUnload);
    };
  }, [isDirty]);
  const onLeave = () => {
    isAgreed.current = true;
    setGo(null);
    go?.();
  };
  const question = go !== null && (
    <ConfirmDialog
      title={t("form.leaveTitle")}
      confirmLabel={t("form.leave")}
      isDangerous
      onConfirm={onLeave}
      onClose={() => setGo(null)}
      text={t("form.leaveText")}
    />
  );
  return { leave, question };
}

/** Returns the link that a click follows in this page; null for none. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || link.origin !== location.origin || link.hasAttribute("download")) return null;
  return link.target === "" || link.target === "_self" ? link : null;
}

interface TabProps {
  isOpen: boolean;
  isDirty: boolean;
  children: ComponentChildren;
}

/** Shows the form of a tab. Unsaved input stays while another tab is open (contract 32.30). */
export function FormTab({ isOpen, isDirty, children }: TabProps) {
  if (!isOpen && !isDirty) return null;
  return <div class={isOpen ? "stack" : "parked"}>{children}</div>;
}
