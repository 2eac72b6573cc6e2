import { useLayoutEffect, useRef } from "preact/hooks";
import type { TextKey } from "../text/text.ts";
import { preferences } from "./preference.ts";

interface Shortcut {
  /** One key, or two keys in sequence such as `g l`. */
  keys: string;
  label: TextKey;
  run: () => void;
}

const active = new Set<Shortcut>();
const SEQUENCE_MS = 1_200;
let pending = { key: "", atMs: 0 };

export function listShortcuts(): { keys: string; label: TextKey }[] {
  const byKeys = new Map([...active].map(({ keys, label }) => [keys, { keys, label }]));
  return [...byKeys.values()];
}

/** Registers a shortcut before somebody can press it. It rests in fields and dialogs, and if switched off. */
export function useShortcut(keys: string, label: TextKey, run: (() => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  const isOn = run !== undefined;
  useLayoutEffect(() => {
    if (!isOn) return;
    const shortcut = { keys, label, run: () => latest.current?.() };
    active.add(shortcut);
    return () => void active.delete(shortcut);
  }, [keys, label, isOn]);
}

/** Starts to listen. Returns the function that stops it. */
export function listenForShortcuts(): () => void {
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
  if (!preferences.get().hasShortcuts || document.querySelector("dialog[open]") !== null) return;
  const isSecond = event.timeStamp - pending.atMs < SEQUENCE_MS;
  const sequence = isSecond && pending.key !== "" ? `${pending.key} ${event.key}` : event.key;
  const found = find(sequence) ?? find(event.key);
  pending = { key: found === undefined ? event.key : "", atMs: event.timeStamp };
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

/** Finds the shortcut that was added last, because the topmost component has priority. */
function find(keys: string): Shortcut | undefined {
  return [...active].findLast((shortcut) => shortcut.keys === keys);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox]):not([type=radio])") ||
    target.closest("[popover]") !== null
  );
}
