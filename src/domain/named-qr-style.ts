import type { Parsed } from "./field-error.ts";
import { parseNamedList } from "./named-list.ts";
import {
  DEFAULT_QR_STYLE,
  findContrastProblem,
  parseCaption,
  QR_EYES,
  QR_FRAMES,
  QR_MARGINS,
  QR_THEMES,
  type QrStyle,
} from "./qr-style.ts";
import { refuse } from "./refusal/refusal.ts";

/** The look of QR codes under a name, of which records take the members that it has (contract 16.5). */
export interface NamedQrStyle {
  name: string;
  style: Partial<QrStyle>;
}

export const MAX_QR_STYLES = 20;

/** Parses a JSON list of styles of any length, and returns them as they are stored. */
export function parseQrStyles(text: string): Parsed<NamedQrStyle[]> {
  return parseNamedList(text, {
    most: Infinity,
    read: readNamed,
    notList: refuse("not_qr_styles"),
    refuseItem: (number) => refuse("not_qr_style", { number }),
  });
}

function readNamed({ style }: Record<string, unknown>): Omit<NamedQrStyle, "name"> | null {
  if (typeof style !== "object" || style === null || Object.keys(style).length === 0) return null;
  const read: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(style)) {
    if (!Object.hasOwn(MEMBERS, member)) return null;
    read[member] = MEMBERS[member as keyof QrStyle](value);
    if (read[member] === undefined) return null;
  }
  const { color, background } = { ...DEFAULT_QR_STYLE, ...(read as Partial<QrStyle>) };
  return findContrastProblem(color, background) === null ? { style: read } : null;
}

const oneOf = (names: readonly unknown[]) => (value: unknown) => (names.includes(value) ? value : undefined);
const aFlag = oneOf([true, false]);

function aColor(value: unknown): string | undefined {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined;
}

function aCaption(value: unknown): string | undefined {
  const parsed = typeof value === "string" ? parseCaption(value) : null;
  return parsed?.ok ? parsed.value : undefined;
}

/** Returns each member as it is stored; undefined for what it cannot be. */
const MEMBERS: Record<keyof QrStyle, (value: unknown) => unknown> = {
  theme: oneOf(QR_THEMES),
  eyes: oneOf(QR_EYES),
  color: aColor,
  background: aColor,
  frame: oneOf(QR_FRAMES),
  caption: aCaption,
  // A stored picture belongs to a record, and is kept with it.
  logo: aFlag,
  show_url: aFlag,
  margin: oneOf(QR_MARGINS),
};
