/** Logos of owners. */

export const SVG_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path fill="#0b57d0" d="M0 0h40v20H0z"/></svg>';

/** Four by two pixels: red, green, blue and clear above white, black, grey and half of red. */
const BASE64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAHUlEQVR42mP4z8DwHwwZ/gMxA4gCM/43NDSAGA0A+DQO9FTzViMAAAAASUVORK5CYII=";
export const PNG_LOGO = Uint8Array.from(atob(BASE64), (character) => character.charCodeAt(0));
