/** The style of a page, and its hash for the Content-Security-Policy. A test compares them. */
export interface Style {
  css: string;
  hash: string;
}

/**
 * For all pages but the frame. Colours keep 4.5:1 for text and 3:1 for edges in both schemes. Directions are
 * logical, so that only the picture needs a rule for right-to-left pages.
 */
const COMMON = `:root{color-scheme:light dark;--page:#f2f1eb;--card:#fff;--ink:#1f2622;--soft:#59625c;--line:#dedcd3;--edge:#7d867f;--accent:#1f6a50;--on:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--page:#111513;--card:#1a201d;--ink:#e8ece9;--soft:#a4afa8;--line:#2f3833;--edge:#76817a;--accent:#84d2b0;--on:#08241a;--bad:#ffb4a9}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--ink);font:1.0625rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
main{width:min(100%,28rem);padding:clamp(1.5rem,7vw,2.5rem);background:var(--card);border:1px solid var(--line);border-radius:1.25rem;box-shadow:0 1px 2px #0000000d,0 1rem 3rem #00000012}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.3;font-weight:650;text-wrap:balance}
p{margin:0 0 .5rem;text-wrap:pretty}
.soft{color:var(--soft)}
.mark{display:block;overflow:visible;width:4.25rem;margin:0 0 1rem;fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-width:3}
[dir=rtl] .mark{transform:scaleX(-1)}
.post{stroke:var(--edge);stroke-width:5;opacity:.4}
.board,.bad{fill:var(--accent);stroke:var(--accent);stroke-width:6}
.bad{fill:var(--bad);stroke:var(--bad)}
.gap{stroke:var(--edge);stroke-width:2.5;stroke-dasharray:4 5.5}
.glyph{stroke:var(--on)}
`;

/** For buttons, the form, the facts about a link, its QR code, and the focus. */
const CONTROLS = `form,.action{margin:1.5rem 0 0}
label{display:block;margin:0 0 .375rem;font-weight:600}
input,.button{display:block;width:100%;min-height:3rem;padding:.625rem 1rem;border:2px solid var(--edge);border-radius:.75rem;font:inherit}
input{background:var(--page);color:var(--ink)}
[aria-invalid]{border-color:var(--bad)}
.wrong{margin:.5rem 0 0;color:var(--bad);font-weight:600}
.button{margin:1rem 0 0;border-color:transparent;background:var(--accent);color:var(--on);font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{text-decoration:underline;text-underline-offset:.2em}
dl{margin:1.25rem 0 0;padding:.75rem 1rem;background:var(--page);border:1px solid var(--line);border-radius:.75rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;font-weight:600}
figure{margin:1.5rem 0 0;padding:1.25rem 0 0;border-top:1px solid var(--line);text-align:center}
.qr{max-width:12rem;margin:0 auto .5rem;padding:.75rem;background:#fff;border-radius:.75rem}
.qr svg{display:block;width:100%;height:auto}
figcaption{font-size:.9375rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
`;

/** For pages with one message. Most page views are of these, so that it is small. */
export const PLAIN_STYLE: Style = {
  css: COMMON,
  hash: "sha256-/SAtms1SZpWNK0Hgqq47GRjoaD7YIeK2/bj22l4xqMk=",
};

/** For pages with a form, a button or facts about a link. */
export const FULL_STYLE: Style = {
  css: COMMON + CONTROLS,
  hash: "sha256-m5iBldbsYUMVDrJn90VtUd21/tOAWWWanK0byeqwCpY=",
};
