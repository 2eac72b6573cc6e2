import common from "./style/common.css.txt";
import controls from "./style/controls.css.txt";

/** The style of a page, and its hash for the Content-Security-Policy. A test compares them. */
export interface Style {
  css: string;
  hash: string;
}

/**
 * The style of pages with one message. It is small, because most page views are of these. `common` is for all
 * pages but the frame: its colours keep a contrast of 4.5:1 for text and 3:1 for edges in both schemes, and its
 * directions are logical, so that only the picture needs a rule for right-to-left pages.
 */
export const PLAIN_STYLE: Style = {
  css: common,
  hash: "sha256-/SAtms1SZpWNK0Hgqq47GRjoaD7YIeK2/bj22l4xqMk=",
};

/** The style of pages with a form, a button or facts about a link. `controls` also styles QR codes and the focus. */
export const FULL_STYLE: Style = {
  css: common + controls,
  hash: "sha256-EkyKrWRwknjXjWWTanqBArdRsO5pPug+1aEHrmh3Rqs=",
};
