import { useEffect, useRef } from "preact/hooks";

/** Returns a reference that is false as soon as the component is gone, for answers that arrive late (contract 32.39). */
export function useShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  return isShown;
}
