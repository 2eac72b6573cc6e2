import type { NamedQrStyle } from "../../../domain/client/words.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import { readNamed } from "../settings/named.ts";
import type { QrStyle } from "./draw-picture.ts";

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
