import { useEffect, useRef } from "preact/hooks";

/** Returns a reference that tells whether a button of the mouse is down, or a finger has tapped. */
export function usePressed(): { readonly current: boolean } {
  const isPressed = useRef(false);
  useEffect(() => {
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    document.addEventListener("mousedown", () => (isPressed.current = true), options);
    document.addEventListener("mouseup", () => (isPressed.current = false), options);
    return () => ending.abort();
  }, []);
  return isPressed;
}
