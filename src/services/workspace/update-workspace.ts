import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { parseClickThresholds } from "../../domain/click-threshold.ts";
import { isCountry } from "../../domain/country.ts";
import { parseDoors } from "../../domain/door.ts";
import { parseDestination } from "../../domain/destination.ts";
import {
  accepted,
  addFieldError,
  hasFieldErrors,
  type FieldErrors,
  type Parsed,
} from "../../domain/field-error.ts";
import { wholeOf } from "../../domain/reach.ts";
import { DEFAULT_RETENTION, parseRetention } from "../../domain/stats.ts";
import { countCharacters } from "../../domain/text.ts";
import { MAX_QR_STYLES, parseQrStyles } from "../../domain/named-qr-style.ts";
import { parseUtmTemplates } from "../../domain/utm-template.ts";
import type { Env } from "../../env.ts";
import { findAddressProblem } from "../monitor/address-guard.ts";
import { updateRetention, updateWorkspaceSetting } from "../../storage/workspace/write.ts";
import { WORKSPACE_SETTINGS, type WorkspaceSetting } from "../../domain/workspace.ts";
import { noteSettings } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { findFallbackCircles, type Fallbacks } from "../write/loop/find-circles.ts";
import { noteResult } from "../keyed-call.ts";
import { publish } from "../publish.ts";
import { failed, invalid, type Draft, type Result } from "../result.ts";
import { getWorkspace, type WorkspaceView } from "./get-workspace.ts";
import { publishToHosts } from "./internal/publish-to-hosts.ts";

const URL_SETTINGS: readonly WorkspaceSetting[] = ["notify_url", "expired_url", "not_found_url"];
/** The settings that visitors of every hostname can see. */
const VISIBLE_SETTINGS: readonly WorkspaceSetting[] = ["expired_url", "not_found_url"];

export function isWorkspaceSetting(key: string): key is WorkspaceSetting {
  return WORKSPACE_SETTINGS.some((setting) => setting === key);
}

/** Writes one setting (`POST /workspace/update/{metaKey}`, contract 14.3). An empty text clears any but the name. */
export async function updateWorkspace(
  ctx: ServiceContext,
  setting: WorkspaceSetting,
  draft: Draft<{ value?: string }>,
): Promise<Result<WorkspaceView>> {
  const errors: FieldErrors = structuredClone(draft.errors);
  const { value } = draft.fields;
  if (value === undefined) return invalid(errors);
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  const stored = await readSetting(ctx.env, setting, value.trim(), errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  if (setting === "qr_styles" && countOf(stored) > MAX_QR_STYLES) {
    const now = await getWorkspace(ctx, id);
    if (!now.ok) return now;
    const used = countOf(now.value.workspace.settings.qr_styles);
    return failed({ code: "plan_limit", limit: "qr_styles", used, allowed: MAX_QR_STYLES });
  }
  const circle = await findCircle(DB, id, setting, stored);
  if (circle !== undefined) return invalid({ value: [circle] });
  const update =
    setting === "retention"
      ? updateRetention(DB, id, toRetention(stored), ctx.nowMs)
      : updateWorkspaceSetting(DB, id, setting, stored, ctx.nowMs);
  const statements = [update, ...noteSettings(ctx, [setting], true), ...noteResult(ctx, { id })];
  if (VISIBLE_SETTINGS.includes(setting)) {
    const published = await publishToHosts(ctx, statements);
    if (!published.ok) return published;
  } else {
    await publish(ctx, statements, []);
  }
  return getWorkspace(ctx, id);
}

/** @param list JSON; null or empty for none */
function countOf(list: string | null): number {
  return list ? (JSON.parse(list) as unknown[]).length : 0;
}

async function findCircle(
  db: D1Database,
  workspaceId: string,
  setting: WorkspaceSetting,
  url: string | null,
): Promise<Refusal | undefined> {
  const name = FALLBACKS[setting];
  if (name === undefined) return undefined;
  const circles = await findFallbackCircles(db, wholeOf(workspaceId), {
    host: null,
    change: { [name]: url },
  });
  return circles[name];
}

function toRetention(text: string | null): { text: string | null; days: number } {
  const retention = parseRetention(text ?? "");
  return { text, days: (retention.ok ? retention.value : DEFAULT_RETENTION).days };
}

const FALLBACKS: Partial<Record<WorkspaceSetting, keyof Fallbacks>> = {
  expired_url: "expiredUrl",
  not_found_url: "notFoundUrl",
};

/** Most settings are a line. */
const MAX_CHARACTERS = 256;

/** Returns a parser that keeps the text as `write` spells it. */
function formatOf<T>(parse: (text: string) => Parsed<T>, write: (value: T, text: string) => string) {
  return (text: string): Parsed<string> => {
    const parsed = parse(text);
    return parsed.ok ? accepted(write(parsed.value, text)) : parsed;
  };
}

const FORMATS: Partial<Record<WorkspaceSetting, (text: string) => Parsed<string>>> = {
  retention: formatOf(parseRetention, (_, text) => text),
  click_thresholds: formatOf(parseClickThresholds, (numbers) => numbers.join(",")),
  doors: formatOf(parseDoors, (doors) => doors.join(",")),
  utm_templates: formatOf(parseUtmTemplates, (templates) => JSON.stringify(templates)),
  qr_styles: formatOf(parseQrStyles, (styles) => JSON.stringify(styles)),
};

async function readSetting(
  env: Env,
  setting: WorkspaceSetting,
  value: string,
  errors: FieldErrors,
): Promise<string | null> {
  if (URL_SETTINGS.includes(setting)) {
    if (value === "") return null;
    const url = parseDestination(value);
    if (!url.ok) addFieldError(errors, "value", url.reason);
    else {
      const problem = setting === "notify_url" ? await findAddressProblem(env, new URL(url.value)) : null;
      if (problem === null) return url.value;
      addFieldError(errors, "value", refuse("no_notification", { reason: problem }));
    }
  }
  const parse = FORMATS[setting];
  if (parse !== undefined) {
    if (value === "") return null;
    const parsed = parse(value);
    if (parsed.ok) return parsed.value;
    addFieldError(errors, "value", parsed.reason);
  } else if (countCharacters(value) > MAX_CHARACTERS) {
    addFieldError(errors, "value", refuse("too_long", { count: MAX_CHARACTERS }));
  }
  if (setting === "country" && value !== "" && !isCountry(value.toUpperCase())) {
    addFieldError(errors, "value", refuse("not_country_code"));
  }
  if (setting === "name" && value === "") addFieldError(errors, "value", refuse("empty"));
  if (setting === "email" && !/^(?:[^\s@]+@[^\s@]+)?$/.test(value))
    addFieldError(errors, "value", refuse("not_email"));
  return setting === "country" ? value.toUpperCase() : value;
}
