/** How the QR code of a record is drawn (section 9). */

export const QR_THEMES = ["square", "rounded", "dots"] as const;

export interface QrStyle {
  theme: (typeof QR_THEMES)[number];
  /** `#rrggbb` */
  color: string;
  logo: boolean;
  show_url: boolean;
  /** Modules of quiet zone, `"0"` to `"10"`. */
  margin: string;
}

export const DEFAULT_QR_STYLE: QrStyle = {
  theme: "square",
  color: "#000000",
  logo: false,
  show_url: false,
  margin: "4",
};
