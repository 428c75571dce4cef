import { dequal } from 'dequal/lite'

/** The value as it comes back from the store, which has no undefined members. */
const asStored = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)

/**
 * Whether two pieces of plain data are the same once they are stored as JSON: the order of keys does not count, and a
 * member that is undefined is one that is not there. What callers send may have such members, what is stored never has.
 */
export const isSameJson = (a: unknown, b: unknown): boolean => dequal(asStored(a), asStored(b))
