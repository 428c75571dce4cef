/**
 * What a form shows after saving: what is stored now, and what somebody typed while it was on its way. `sent`: the
 * values at that time.
 */
export function keepUnsavedValues<Values extends object>(stored: Values, sent: Values, current: Values): Values {
  const typed = Object.entries(current).filter(([field, value]) => !Object.is(value, sent[field as keyof Values]))
  return { ...stored, ...Object.fromEntries(typed) }
}
