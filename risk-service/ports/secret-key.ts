/**
 * The secret key of the installation. While it is rotated, others are accepted beside it: what is encrypted with one of
 * them can be read, and only the current one encrypts.
 */
export type SecretKey = string | { current: string; accepted: readonly string[] }

/** Returns the keys, the current one first. */
export const secretKeysOf = (key: SecretKey): readonly [string, ...string[]] =>
  typeof key === 'string' ? [key] : [key.current, ...key.accepted.filter(each => each !== key.current)]
