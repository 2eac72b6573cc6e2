import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

let isFirst = true;

/**
 * Draws what is below the view after what is in it is painted, when a page begins. Any other time it draws at once, so that
 * going back finds a page of the same height.
 */
export function Later({ children }: { children: () => ComponentChildren }) {
  const [isDrawn, setDrawn] = useState(!isFirst);
  useEffect(() => {
    isFirst = false;
    if (!isDrawn) setTimeout(() => setDrawn(true));
  }, []);
  return <>{isDrawn && children()}</>;
}
