import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import { preserveInstrumentKeys } from '../../http/node/retail/instrument-hash.ts'
import { renewKeys } from '../../kernel/identity/signing-keys.ts'
import type { Db } from '../../ports/database.ts'
import { type SecretKey, secretKeysOf } from '../../ports/secret-key.ts'
import { sealedTextSources } from './sealed-texts.ts'

/** How many secrets of a kind are encrypted with the current key, were renewed, or are read by no key. */
export interface SecretCounts {
  current: number
  renewed: number
  unreadable: number
}

/**
 * Encrypts everything that is encrypted with an accepted key with the current one, one row after the other: it may be
 * stopped at any time and run again, while services run. What nobody can read is left as it is.
 * @param isTrial counts what would be renewed, and changes nothing
 */
export async function renewSecrets(
  db: Db,
  secretKey: SecretKey,
  { isTrial = false, signal }: { isTrial?: boolean; signal?: AbortSignal } = {},
): Promise<Map<string, SecretCounts>> {
  const counts = new Map<string, SecretCounts>()
  const count = (kind: string, outcome: keyof SecretCounts): void => {
    const each = counts.get(kind) ?? { current: 0, renewed: 0, unreadable: 0 }
    each[outcome]++
    counts.set(kind, each)
  }
  // Before the signing keys, which tell which key the installation is encrypted with.
  if (!isTrial) await preserveInstrumentKeys(db, secretKey)
  const [current] = secretKeysOf(secretKey)
  const byCurrent = createSecretCipher(current)
  const byAny = createSecretCipher(secretKey)
  const readBy = (cipher: typeof byAny, place: string, sealed: string): Promise<string | null> =>
    cipher.decrypt(place, sealed).catch(() => null)
  for (const source of sealedTextSources)
    for (const { kind, place, sealed, replace } of await source(db)) {
      signal?.throwIfAborted()
      if ((await readBy(byCurrent, place, sealed)) !== null) {
        count(kind, 'current')
        continue
      }
      const text = await readBy(byAny, place, sealed)
      if (text === null) count(kind, 'unreadable')
      else if (isTrial || (await replace(await byCurrent.encrypt(place, text))) > 0n) count(kind, 'renewed')
      // Somebody saved it meanwhile: a service with the current key encrypted it.
      else count(kind, 'current')
    }
  signal?.throwIfAborted()
  count('signing keys', await renewKeys(db, secretKey, { isTrial }))
  return counts
}
