import { useLayoutEffect, useState } from "preact/hooks";

interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  const [, render] = useState({});
  const drawn = store.get();
  useLayoutEffect(() => {
    // Something that was drawn with this may have set the store.
    if (store.get() !== drawn) render({});
    return store.subscribe(() => render({}));
  }, [store]);
  return drawn;
}

/** Each deletes the data of the user that one module keeps. */
const deletions: (() => void)[] = [];

/** Registers what deletes data that the next user or workspace in this tab may not see (contract 32.36). */
export function whenForgotten(forget: () => void): void {
  deletions.push(forget);
}

export function forgetUser(): void {
  for (const forget of deletions) forget();
}
