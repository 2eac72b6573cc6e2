import common from "./style/common.css.txt";
import controls from "./style/controls.css.txt";

/** The style of a page, and its hash for the Content-Security-Policy. A test compares them. */
export interface Style {
  css: string;
  hash: string;
}

/**
 * For pages with one message. `common` is for all pages but the frame: its colours keep 4.5:1 for text and 3:1
 * for edges in both schemes, and its directions are logical, so that only the picture needs a rule for
 * right-to-left pages. Most page views are of these, so that it is small.
 */
export const PLAIN_STYLE: Style = {
  css: common,
  hash: "sha256-/SAtms1SZpWNK0Hgqq47GRjoaD7YIeK2/bj22l4xqMk=",
};

/** For pages with a form, a button or facts about a link: `controls` also styles a QR code and the focus. */
export const FULL_STYLE: Style = {
  css: common + controls,
  hash: "sha256-EkyKrWRwknjXjWWTanqBArdRsO5pPug+1aEHrmh3Rqs=",
};
