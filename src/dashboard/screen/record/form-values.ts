/** The values of the address that fill in the form of a new record. They leave the address when the form closes. */
export const FORM_VALUES = { source: undefined, to: undefined, forward: undefined, on: undefined };
