import {
  DEFAULT_QR_STYLE,
  findContrastProblem,
  parseCaption,
  type Refusal,
} from "../../../domain/client/look.ts";
import type { NamedQrStyle } from "../../../domain/client/words.ts";
import { refuseFields } from "../../api/client.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import { sayReason } from "../../text/reason.ts";
import { readNamed } from "../settings/named.ts";
import type { QrStyle } from "./draw-picture.ts";

/** What keeps a look from being used, at its field. */
interface StyleProblem {
  field: "color" | "background" | "caption";
  reason: Refusal;
}

/** Returns what the API would refuse of a look, in the order of the fields. */
export function findStyleProblems({ color, background, caption }: QrStyle): StyleProblem[] {
  const pale = findContrastProblem(color, background);
  const parsed = parseCaption(caption);
  const field = background === DEFAULT_QR_STYLE.background ? "color" : "background";
  return [
    ...(pale === null ? [] : [{ field, reason: pale } as const]),
    ...(parsed.ok ? [] : [{ field: "caption", reason: parsed.reason } as const]),
  ];
}

/** @throws ApiError with the reasons at their fields if the API would refuse a look */
export function checkStyle(look: QrStyle): void {
  const problems = findStyleProblems(look);
  refuseFields(Object.fromEntries(problems.map(({ field, reason }) => [`qr.${field}`, [sayReason(reason)]])));
}

/** The QR styles that have a name in the workspace. */
export function useStyles(): readonly NamedQrStyle[] {
  return readNamed(useWorkspace().data, "qr_styles");
}

/** Returns the style of which a look has all that it sets. */
export function findStyle(styles: readonly NamedQrStyle[], look: QrStyle): NamedQrStyle | undefined {
  return styles.find(({ style }) =>
    Object.entries(style).every(([member, value]) => look[member as keyof QrStyle] === value),
  );
}

/** Returns what a look gives to other codes: all but a logo of its own. */
export function toStyle(look: QrStyle): NamedQrStyle["style"] {
  const { logo, ...rest } = look;
  return typeof logo === "string" ? rest : look;
}
