declare const BRAND: unique symbol;

/**
 * A text that is checked or made in one place. The compiler distinguishes it from other kinds of text. It
 * is a plain string at run time.
 */
export type Branded<Name extends string> = string & { readonly [BRAND]: Name };
