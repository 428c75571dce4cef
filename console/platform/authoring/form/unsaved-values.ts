import { dequal } from 'dequal/lite'

/**
 * What a form shows after saving: what is stored now, and what somebody typed while it was on its way. `sent`: the
 * values at that time. A field of several parts, such as rows, stays as a whole: its parts belong together.
 */
export function keepUnsavedValues<Values extends object>(stored: Values, sent: Values, current: Values): Values {
  const typed = Object.entries(current).filter(([field, value]) => !dequal(value, sent[field as keyof Values]))
  return { ...stored, ...Object.fromEntries(typed) }
}
