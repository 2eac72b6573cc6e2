import { type Handler, defaultType, runtimeOf } from "./handler.ts";
import type { Health } from "./health.ts";
import { type QrStyle, DEFAULT_QR_STYLE } from "./qr-style.ts";
import type { RedirectType } from "./redirect-type.ts";
import type { PauseCause } from "./pause.ts";
import { PRIMARY, type Routing } from "./routing.ts";
import type { Rule } from "./rule/rule.ts";
import type { Source } from "./source.ts";
import type { Threats } from "./threat.ts";
import { NO_UTM, type Utm } from "./utm.ts";

/** The channel of a write: `created_via` of a record, `source` of a history entry (contract 11.8 and 12.14). */
export type Channel = "api" | "dashboard" | "import" | "change" | "system";

/** What an owner can set on a record, and history can tell about. */
export interface RecordSettings {
  type: RedirectType;
  /** Name of the stored page that the record serves; set exactly when the type is `html`. */
  file: string | null;
  /** Primary first. */
  destinations: string[];
  routing: Routing;
  /** The first that holds decides the destination (contract 23). */
  rules: Rule[];
  plugins: string[];
  title: string;
  description: string;
  forwardPath: boolean;
  forwardQuery: boolean;
  utm: Utm;
  /** Why it is paused, in the order of `PAUSE_CAUSES`; empty if it is not. */
  pauses: PauseCause[];
  expiresAtMs: number | null;
  /** Before this moment the record answers nobody. */
  startsAtMs: number | null;
  /** How many visitors it lets through; null for any number. */
  maxClicks: number | null;
  /** Where visitors go who come too late; null leaves it to the hostname. */
  expiredUrl: string | null;
  preview: LinkPreview | null;
  tags: string[];
  qr: QrStyle | null;
  isNotify: boolean;
  isSwitchUnbrokenDestination: boolean;
  /** `alias+` is 404. */
  isPreviewOff: boolean;
  /** Grows with every change of the password; null while there is none. */
  passwordVersion: number | null;
}

/** What preview bots are told of a link; a member that is missing is left to the record. */
export interface LinkPreview {
  title?: string;
  description?: string;
  /** An https URL. */
  image?: string;
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
  /** What another service had counted before the record was imported. */
  clicksBefore: number;
  /** The label of the file that manages the record (contract 28.12); null for none. */
  managedBy: string | null;
  /** Grows by one with every write. */
  version: number;
  /** Which counter `maxClicks` goes by: the version of the write that set it; 0 while it was never set. */
  maxClicksVersion: number;
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
    rules: [],
    plugins: [],
    title: "",
    description: "",
    forwardPath: false,
    // Whoever moves a site wants its campaigns to go on (contract 4.2).
    forwardQuery: runtimeOf(handler) === "redirect",
    utm: NO_UTM,
    pauses: [],
    expiresAtMs: null,
    startsAtMs: null,
    maxClicks: null,
    expiredUrl: null,
    preview: null,
    tags: [],
    qr: handler === "qr" ? DEFAULT_QR_STYLE : null,
    isNotify: false,
    isSwitchUnbrokenDestination: false,
    isPreviewOff: false,
    passwordVersion: null,
  };
}
