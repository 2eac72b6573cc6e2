import { PLANS, type Plan } from "../../domain/plan.ts";

/** Closed sets that only the document of the API lists, so that visits do not load them. */

export const CHANNELS = ["api", "dashboard", "import", "change", "system"] as const;
export const MONITOR_STATES = ["off", "pending", "healthy", "broken"] as const;
export const PLAN_NAMES = Object.keys(PLANS) as Plan[];
/** The widths of the quiet zone, in modules. */
export const QR_MARGINS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;
