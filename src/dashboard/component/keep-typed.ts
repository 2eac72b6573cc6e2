/** Fields by their names; those of the API may have dotted ones: `branding.color`. */
export type Fields = Record<string, unknown>;

/** Returns the fields that differ from what they were. */
export function changeOf(now: Fields, first: Fields): Fields {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(first[name])),
  );
}

/**
 * Returns newer values of a form. Fields that the user has changed since the form was sent or drawn stay (contract 32.30,
 * 32.40).
 */
export function keepTyped<Values extends object>(newer: Values, before: Values, now: Values): Values {
  return { ...newer, ...changeOf(now as Fields, before as Fields) };
}
