import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { describeError } from "../component/state.tsx";
import { showToast } from "./toast.ts";
import { useLocation } from "preact-iso";
import { t } from "../text/text.ts";

/** Returns whether a call of a button runs, and the function that makes it, and shows its error in a message. */
export function useWork(): [isBusy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => showToast(describeError(error)));
    setBusy(false);
  };
  return [isBusy, run];
}

/** Returns a reference that is false as soon as the component is gone, for answers that arrive late (contract 32.39). */
export function useShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useLayoutEffect(() => () => void (isShown.current = false), []);
  return isShown;
}

/**
 * Returns a function that opens the address of a change when a call has made it. If the user has gone elsewhere
 * meanwhile, a message offers the address instead (contract 32.39).
 */
export function useOpenAfter(): (href: string, message: string) => void {
  const { path, route } = useLocation();
  const isShown = useShown();
  return (href, message) => {
    if (isShown.current && location.pathname === path) route(href);
    else showToast(message, undefined, { label: t("changed.open"), href });
  };
}
