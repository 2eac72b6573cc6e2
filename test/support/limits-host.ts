/** The host that answers which limits were exceeded, because the Worker may have caught the error. */
export const LIMITS_HOST = "limits.invalid";
