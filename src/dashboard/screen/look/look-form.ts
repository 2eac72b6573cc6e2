import { PAGE_STATES } from "../../../domain/client/look.ts";
import type { Host } from "../../api/types.ts";
import type { TextKey } from "../../text/text.ts";

/** The appearance of visitors' pages as values of a form: for a workspace, or overridden for a hostname. */

type Look = Pick<Host, "branding" | "pages">;

/** A switch; empty if the setting of the workspace applies. */
export type Choice = "" | "yes" | "no";

const TEXTS = ["name", "logo", "color", "link", "contact"] as const;
const SWITCHES = ["hide_mark", "gate_title"] as const;

export type LookForm = Record<(typeof TEXTS)[number], string> &
  Record<(typeof SWITCHES)[number], Choice> &
  Record<`page_${(typeof PAGE_STATES)[number]}`, string>;

export const pageField = (state: (typeof PAGE_STATES)[number]) => `page_${state}` as const;

export function toLookForm({ branding, pages }: Look): LookForm {
  const choice = (value: boolean | null | undefined): Choice => (value == null ? "" : value ? "yes" : "no");
  return Object.fromEntries([
    ...TEXTS.map((name) => [name, branding?.[name] ?? ""]),
    ...SWITCHES.map((name) => [name, choice(branding?.[name])]),
    ...PAGE_STATES.map((state) => [pageField(state), pages?.[state] ?? ""]),
  ]) as LookForm;
}

/** What people write who want to be written to. */
const MAIL_ADDRESS = /^[^\s@:/]+@[^\s@:/]+$/;

export const toContact = (contact: string) => contact.trim().replace(MAIL_ADDRESS, "mailto:$&");

/** Returns the fields of the API, with dotted names. An empty value becomes null, which clears the field. */
export function toLookFields(form: LookForm): Record<string, unknown> {
  const texts = { ...form, contact: toContact(form.contact) };
  const flag = (choice: Choice) => (choice === "" ? null : choice === "yes");
  return Object.fromEntries([
    ...TEXTS.map((name) => [`branding.${name}`, texts[name].trim() || null]),
    ...SWITCHES.map((name) => [`branding.${name}`, flag(form[name])]),
    ...PAGE_STATES.map((state) => [`pages.${state}`, form[pageField(state)] || null]),
  ]) as Record<string, unknown>;
}

/** Returns the effective value: the value of a hostname, or the value of the workspace if it has none. */
export function shownLook(form: LookForm, workspace: LookForm | null): LookForm {
  if (workspace === null) return form;
  const entries = Object.keys(form) as (keyof LookForm)[];
  return Object.fromEntries(entries.map((name) => [name, form[name] || workspace[name]])) as LookForm;
}

export function lookLabel(field: string): TextKey {
  return (
    field.startsWith("pages.") ? field.replace("pages.", "look.page.") : field.replace("branding.", "look.")
  ) as TextKey;
}
