import { createStore, whenForgotten } from "./store.ts";

/** A short message at the bottom of the page, which screen readers also announce. */
interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
  link?: { label: string; href: string };
}

export const toasts = createStore<Toast[]>([]);
/** The text of the live region. The same text again is another announcement. */
export const announcement = createStore({ text: "" });
whenForgotten(() => {
  toasts.set([]);
  announce("");
});

const ANNOUNCED_MS = 3_000;
const SHOWN_MS = 6_000;
/** Users need more time to find the undo button. */
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

/** Announces a text. It does not stay: a dialog that opens or closes later would have it read again. */
export function announce(text: string): void {
  const said = { text };
  announcement.set(said);
  setTimeout(() => announcement.get() === said && announcement.set({ text: "" }), ANNOUNCED_MS);
}
