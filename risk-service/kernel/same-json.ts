import { dequal } from 'dequal/lite'

/** Returns the value as the store returns it, without undefined members. */
const asStored = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)

/**
 * Returns whether two pieces of plain data are equal once they are stored as JSON: the order of keys does not count,
 * and an undefined member equals a missing one. Callers may send such members, stored data never has them.
 */
export const isSameJson = (a: unknown, b: unknown): boolean => dequal(asStored(a), asStored(b))
