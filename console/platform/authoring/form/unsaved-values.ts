import { dequal } from 'dequal/lite'

/**
 * What a form shows after saving: the stored values, and what the user typed while they were sent. `sent`: the values
 * at that time. A field of several parts, such as rows, is replaced as a whole, because its parts belong together.
 */
export function keepUnsavedValues<Values extends object>(stored: Values, sent: Values, current: Values): Values {
  const typed = Object.entries(current).filter(([field, value]) => !dequal(value, sent[field as keyof Values]))
  return { ...stored, ...Object.fromEntries(typed) }
}
