import { useLocation } from "preact-iso";
import { t } from "../text/text.ts";
import { useShown } from "./shown.ts";
import { showToast } from "./toast.ts";

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
