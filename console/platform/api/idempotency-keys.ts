/**
 * Keys of changes with an unknown outcome: when the same change is sent again, it has the same key and is carried out
 * once.
 */
const pendingKeys = new Map<string, string>()
const pendingLimit = 50

/** A file has no content in JSON: these properties identify it. */
const fileReplacer = (_key: string, value: unknown): unknown =>
  value instanceof File ? { name: value.name, size: value.size, changed: value.lastModified } : value

/** The `Idempotency-Key` of a change: a new one, or that of the same change when its answer was lost. */
export function keyFor(path: readonly string[], input: unknown): { signature: string; key: string } {
  const signature = `${path.join('.')} ${JSON.stringify(input, fileReplacer) ?? ''}`
  return { signature, key: pendingKeys.get(signature) ?? crypto.randomUUID() }
}

/**
 * After a change: its key is retained while the outcome is unknown (no answer, or a failure of the service) and dropped
 * otherwise.
 */
export function release({ signature, key }: { signature: string; key: string }, outcome: 'answered' | 'lost'): void {
  pendingKeys.delete(signature)
  if (outcome === 'answered') return
  if (pendingKeys.size >= pendingLimit) pendingKeys.delete(pendingKeys.keys().next().value ?? '')
  pendingKeys.set(signature, key)
}
