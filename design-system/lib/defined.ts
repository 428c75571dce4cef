type OptionalKeys<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T]

/** Makes members whose values may be undefined optional. */
export type Defined<T> = Omit<T, OptionalKeys<T>> & { [Key in OptionalKeys<T>]?: Exclude<T[Key], undefined> }

/**
 * Omits members whose value is undefined: `{ id, ...defined({ name, note }) }`. Under `exactOptionalPropertyTypes` an
 * optional member must be absent, not undefined.
 */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>
}
