/** Limits that several properties share. The tests of the document compare them with the limits of the API. */

/** Characters of a URL, or of a path. */
export const MAX_URL_CHARACTERS = 2048;
/** Characters of the name of a stored page or picture. */
export const MAX_PAGE_NAME_CHARACTERS = 100;
/** Characters of a hostname that is connected. */
export const MAX_HOST_CHARACTERS = 100;
