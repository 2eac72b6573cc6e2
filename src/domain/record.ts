import { type Handler, defaultType } from "./handler.ts";
import type { Health } from "./health.ts";
import { type QrStyle, DEFAULT_QR_STYLE } from "./qr-style.ts";
import type { RedirectType } from "./redirect-type.ts";
import type { PauseCause } from "./pause.ts";
import { PRIMARY, type Routing } from "./routing.ts";
import type { Source } from "./source.ts";
import type { Threats } from "./threat.ts";
import { NO_UTM, type Utm } from "./utm.ts";

/** The channel of a write: `created_via` of a record, `source` of a history entry (contract 11.8 and 12.14). */
export type Channel = "api" | "import" | "system";

/** What an owner can set on a record, and history can tell about. */
export interface RecordSettings {
  type: RedirectType;
  /** Name of the stored page that the record serves; set exactly when the type is `html`. */
  file: string | null;
  /** Primary first. */
  destinations: string[];
  routing: Routing;
  plugins: string[];
  title: string;
  description: string;
  forwardPath: boolean;
  forwardQuery: boolean;
  utm: Utm;
  /** Why it is paused, in the order of `PAUSE_CAUSES`; empty if it is not. */
  pauses: PauseCause[];
  expiresAtMs: number | null;
  tags: string[];
  qr: QrStyle | null;
  isNotify: boolean;
  isSwitchUnbrokenDestination: boolean;
  /** Grows with every change of the password; null while there is none. */
  passwordVersion: number | null;
}

/** A short link, QR code, redirect or migration (contract 1.1). */
export interface LinkRecord extends RecordSettings {
  id: string;
  workspaceId: string;
  handler: Handler;
  host: string;
  /** Whether the workspace's claim holds the hostname; otherwise `pauses` has the cause `claim`. */
  isHeld: boolean;
  source: Source;
  createdBy: string;
  createdVia: Channel;
  createdAtMs: number;
  updatedAtMs: number;
  totalClicks: number;
  /** Grows by one with every write. */
  version: number;
  /** What the monitor has found; only the monitor writes it. */
  health: Health;
  /** What is reported as dangerous; no write of an owner changes it. */
  threats: Threats;
}

export function defaultSettings(handler: Handler): RecordSettings {
  return {
    type: defaultType(handler),
    file: null,
    destinations: [],
    routing: PRIMARY,
    plugins: [],
    title: "",
    description: "",
    forwardPath: false,
    forwardQuery: false,
    utm: NO_UTM,
    pauses: [],
    expiresAtMs: null,
    tags: [],
    qr: handler === "qr" ? DEFAULT_QR_STYLE : null,
    isNotify: false,
    isSwitchUnbrokenDestination: false,
    passwordVersion: null,
  };
}
