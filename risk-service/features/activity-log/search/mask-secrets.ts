const secretName = /(secret|password|passphrase|token|apikey|api_key|connectionstring|privatekey|authorization)$/i
/** What snapshots say of a secret in place of it. */
const placeholders = new Set(['changed', 'unchanged', 'set', 'none', ''])

/** Returns a snapshot whose secrets are `***`. Snapshots contain none by rule: this is the second lock. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && secretName.test(name) && !placeholders.has(each) ? '***' : maskSecrets(each),
    ]),
  )
}
