import { createStore } from "./store.ts";

/** A short message at the foot of the page, which is read aloud too. */
export interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
  /** Where more is told. */
  link?: { label: string; href: string };
}

export const toasts = createStore<Toast[]>([]);
/** What the live region says. */
export const announcement = createStore("");

const SHOWN_MS = 6_000;
/** Whoever wants to take something back needs time to find the button. */
const SHOWN_WITH_ACTION_MS = 10_000;

let count = 0;

export function showToast(text: string, action?: Toast["action"], link?: Toast["link"]): void {
  const id = ++count;
  toasts.set([...toasts.get().slice(-2), { id, text, ...(action && { action }), ...(link && { link }) }]);
  announce(text);
  setTimeout(() => hideToast(id), action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS);
}

export function hideToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Says something to screen readers. */
export function announce(text: string): void {
  announcement.set(text);
}
