import { markup, trusted, type Markup } from "./html.ts";

/**
 * The picture on top of a page: a signpost whose board shows the reason for the page. Each picture is symmetric
 * or points forward, so that right-to-left pages can mirror it.
 */
export type Mark = keyof typeof BOARDS;

const board = (look: string) => `<path class="${look}" d="M3 10h39l10 10-10 10H3z"/>`;

const glyph = (path: string, look = "board") => `${board(look)}<path class="glyph" d="${path}"/>`;

const BOARDS = {
  arrow: glyph("M15 20h18M26 13l7 7-7 7"),
  /** The board hangs askew on its nail. */
  fallen: `<g transform="rotate(20 30 20)">${glyph("M30 20h.01")}</g>`,
  missing: board("gap"),
  pause: glyph("M20 15v10M28 15v10"),
  hourglass: glyph("M18 12h12M18 28h12M20 12c0 5 4 5 4 8s-4 3-4 8M28 12c0 5-4 5-4 8s4 3 4 8"),
  dots: glyph("M16 20h.01M24 20h.01M32 20h.01"),
  dash: glyph("M17 20h14"),
  lock: glyph("M17 19h14v8H17zM20 19v-3a4 4 0 0 1 8 0v3"),
  danger: glyph("M24 13v8M24 27h.01", "bad"),
};

export function drawMark(mark: Mark): Markup {
  const post = `<path class="post" d="M30 4v56M19 60h22"/>`;
  return markup`<svg class="mark" viewBox="0 0 56 64" aria-hidden="true">${trusted(post + BOARDS[mark])}</svg>
`;
}
