declare const BRAND: unique symbol;

/**
 * A text that is checked or made in one place, so that the compiler does not take it for another kind
 * of text. It is a plain string at run time.
 */
export type Branded<Name extends string> = string & { readonly [BRAND]: Name };
