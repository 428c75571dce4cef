import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import { type SecretKey, secretKeysOf } from '../../ports/secret-key.ts'
import type { IdentityOptions } from './options.ts'

export interface SigningKeys {
  kid: string
  /** The private key in the form that the embedded provider signs with. */
  privateJwk: JWK
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** The keys that `/discovery/v2.0/keys` publishes. */
  publicJwks: { keys: JWK[] }
  /** Signs the cookies of the embedded provider. */
  cookieKeys: string[]
}
interface StoredKeys {
  jwk: JWK
  cookieKeys: string[]
}
type StoredSecretKeys = { sealed: string } | { plain: StoredKeys }

const where = { scope: 'service', key: 'identity.keys' }

async function readStored(db: Db): Promise<StoredSecretKeys | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', where.scope)
    .where('key', '=', where.key)
    .executeTakeFirst()
  return row?.value as StoredSecretKeys | undefined
}

function encryptKeys(value: StoredKeys, key: SecretKey | null): StoredSecretKeys {
  if (key === null) return { plain: value }
  const [secretKey] = secretKeysOf(key)
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', scryptSync(secretKey, salt, 32), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return { sealed: Buffer.concat([salt, iv, cipher.getAuthTag(), body]).toString('base64') }
}

/** Returns null when neither the secret key nor an accepted one can decrypt the stored keys. */
function decryptKeys(stored: StoredSecretKeys, key: SecretKey | null): StoredKeys | null {
  if ('plain' in stored) return stored.plain
  if (key === null) return null
  for (const secretKey of secretKeysOf(key)) {
    const keys = decryptBy(stored.sealed, secretKey)
    if (keys !== null) return keys
  }
  return null
}

function decryptBy(sealed: string, secretKey: string): StoredKeys | null {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      scryptSync(secretKey, bytes.subarray(0, 16), 32),
      bytes.subarray(16, 28),
    )
    decipher.setAuthTag(bytes.subarray(28, 44))
    return JSON.parse(
      Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8'),
    ) as StoredKeys
  } catch {
    return null
  }
}

/**
 * Loads the signing keys of this installation: read from the store, created at the first start. Other keys would
 * invalidate every token and sign-in at a restart. Keys that the secret key no longer decrypts are replaced, which ends
 * all sessions; the log reports it.
 */
export async function loadKeys({
  db,
  log,
  secretKey,
}: Pick<IdentityOptions, 'db' | 'log' | 'secretKey'>): Promise<SigningKeys> {
  const read = async () => {
    const stored = await readStored(db)
    return stored ? decryptKeys(stored, secretKey) : undefined
  }
  let keys = await read()
  if (!keys) {
    if (keys === null)
      log.write(2, 'identity.keys.replaced', {
        reason: 'the stored signing keys do not open with this secret key; everybody signs in again',
      })
    const pair = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
    const jwk = await exportJWK(pair.privateKey)
    const fresh: StoredKeys = {
      jwk: { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' },
      cookieKeys: [randomBytes(32).toString('base64url')],
    }
    const value = JSON.stringify(encryptKeys(fresh, secretKey))
    await db
      .insertInto('setting')
      .values({ ...where, value })
      .onConflict(conflict =>
        keys === null ? conflict.columns(['scope', 'key']).doUpdateSet({ value }) : conflict.doNothing(),
      )
      .execute()
    // Read again: when another start was faster, its keys count.
    keys = (await read()) ?? fresh
  }
  const { kty, n, e, kid = '', alg = 'RS256', use = 'sig' } = keys.jwk
  const publicJwk: JWK = { kty: kty ?? 'RSA', n: n ?? '', e: e ?? '', kid, alg, use }
  return {
    kid,
    privateJwk: keys.jwk,
    cookieKeys: keys.cookieKeys,
    publicJwks: { keys: [publicJwk] },
    privateKey: (await importJWK(keys.jwk, 'RS256')) as CryptoKey,
    publicKey: (await importJWK(publicJwk, 'RS256')) as CryptoKey,
  }
}

/**
 * Returns the secret key that the installation is encrypted with: the current one, or an accepted one until
 * `renewKeys` has run.
 */
export async function sealingKeyOf(db: Db, secretKey: SecretKey): Promise<string> {
  const [current, ...accepted] = secretKeysOf(secretKey)
  if (accepted.length === 0) return current
  const stored = await readStored(db)
  if (stored === undefined || 'plain' in stored) return current
  return [current, ...accepted].find(each => decryptBy(stored.sealed, each) !== null) ?? current
}

/** Encrypts the signing keys with the current secret key. `unreadable`: no key decrypts them, nothing was changed. */
export async function renewKeys(
  db: Db,
  secretKey: SecretKey,
  { isTrial = false }: { isTrial?: boolean } = {},
): Promise<'current' | 'renewed' | 'unreadable'> {
  const stored = await readStored(db)
  const [current] = secretKeysOf(secretKey)
  if (stored === undefined || ('sealed' in stored && decryptBy(stored.sealed, current) !== null)) return 'current'
  const keys = decryptKeys(stored, secretKey)
  if (keys === null) return 'unreadable'
  if (isTrial) return 'renewed'
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(encryptKeys(keys, current)) })
    .where('scope', '=', where.scope)
    .where('key', '=', where.key)
    .where(sql<boolean>`value = ${JSON.stringify(stored)}::jsonb`)
    .execute()
  return 'renewed'
}
