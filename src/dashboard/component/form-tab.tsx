import type { ComponentChildren } from "preact";

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
