/** Keys of changes whose fate is not known: sent again, the same change goes under the same key and happens once. */
const pendingKeys = new Map<string, string>()
const pendingLimit = 50

/** A file is nothing in JSON: what tells it from another one. */
const fileReplacer = (_key: string, value: unknown): unknown =>
  value instanceof File ? { name: value.name, size: value.size, changed: value.lastModified } : value

/** The `Idempotency-Key` of a change: a new one, or that of the same change when its answer was lost. */
export function keyFor(path: readonly string[], input: unknown): { signature: string; key: string } {
  const signature = `${path.join('.')} ${JSON.stringify(input, fileReplacer) ?? ''}`
  return { signature, key: pendingKeys.get(signature) ?? crypto.randomUUID() }
}

/**
 * After a change: kept while nobody knows whether it happened (no answer, or a failure of the service), else forgotten.
 */
export function release({ signature, key }: { signature: string; key: string }, outcome: 'answered' | 'lost'): void {
  pendingKeys.delete(signature)
  if (outcome === 'answered') return
  if (pendingKeys.size >= pendingLimit) pendingKeys.delete(pendingKeys.keys().next().value ?? '')
  pendingKeys.set(signature, key)
}
