/** Keys of changes whose fate is not known: sent again, the same change goes under the same key and happens once. */
const open = new Map<string, string>()
const limit = 50

/** A file is nothing in JSON: what tells it from another one. */
const told = (_key: string, value: unknown): unknown =>
  value instanceof File ? { name: value.name, size: value.size, changed: value.lastModified } : value

/** The `Idempotency-Key` of a change: a new one, or that of the same change when its answer was lost. */
export function keyOf(path: readonly string[], input: unknown): { signature: string; key: string } {
  const signature = `${path.join('.')} ${JSON.stringify(input, told) ?? ''}`
  return { signature, key: open.get(signature) ?? crypto.randomUUID() }
}

/**
 * After a change: kept while nobody knows whether it happened (no answer, or a failure of the service), else forgotten.
 */
export function settle({ signature, key }: { signature: string; key: string }, outcome: 'answered' | 'lost'): void {
  open.delete(signature)
  if (outcome === 'answered') return
  if (open.size >= limit) open.delete(open.keys().next().value ?? '')
  open.set(signature, key)
}
