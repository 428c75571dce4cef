import { createHmac, hkdfSync } from 'node:crypto'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import { sealingKeyOf } from '../../../kernel/identity/signing-keys.ts'
import { readSetting } from '../../../kernel/store/setting-store.ts'
import type { Db } from '../../../ports/database.ts'
import type { SecretKey } from '../../../ports/secret-key.ts'

/** Hashes the identifier of a payment instrument. */
type InstrumentHash = (instrument: string) => string

/** The setting of an environment that preserves its key when the secret key of the installation is rotated. */
export const instrumentKeySetting = 'retail.instrumentKey'

/** The place that the key of an environment is encrypted for. */
export const instrumentKeyPlace = (environmentId: string): string => `retail-instruments/${environmentId}`

const deriveKey = (secretKey: string, environmentId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, environmentId, 'assay retail instruments', 32))

const hashBy =
  (key: Buffer): InstrumentHash =>
  instrument =>
    createHmac('sha256', key).update(instrument).digest('base64url').slice(0, 22)

/**
 * Returns a function that hashes payment instruments with a key of the environment: nobody who has the database alone
 * can try card numbers against it, and equal instruments of two environments have different hashes.
 * @param secretKey of the installation
 */
export const createInstrumentHash = (secretKey: string, environmentId: string): InstrumentHash =>
  hashBy(deriveKey(secretKey, environmentId))

/**
 * Returns the hash of an environment, the same before, during and after a rotation of the secret key: equal instruments
 * have equal hashes as long as their rows are stored.
 * @throws Error when no key of the installation decrypts the preserved one
 */
export async function loadInstrumentHash(db: Db, secretKey: SecretKey, environmentId: string): Promise<InstrumentHash> {
  const stored = await readSetting(db, environmentId, instrumentKeySetting)
  if (stored === undefined) return createInstrumentHash(await sealingKeyOf(db, secretKey), environmentId)
  const { sealed } = stored as { sealed: string }
  const key = await createSecretCipher(secretKey).decrypt(instrumentKeyPlace(environmentId), sealed)
  return hashBy(Buffer.from(key, 'base64'))
}

/** Stores the keys of all environments that have none of their own yet, so that another secret key changes no hash. */
export async function preserveInstrumentKeys(db: Db, secretKey: SecretKey): Promise<number> {
  const environments = await db
    .selectFrom('environment')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('setting')
            .select('setting.key')
            .whereRef('setting.scope', '=', ({ cast, ref }) => cast<string>(ref('environment.id'), 'text'))
            .where('setting.key', '=', instrumentKeySetting),
        ),
      ),
    )
    .execute()
  if (environments.length === 0) return 0
  const sealing = await sealingKeyOf(db, secretKey)
  const cipher = createSecretCipher(secretKey)
  for (const { id } of environments) {
    const sealed = await cipher.encrypt(instrumentKeyPlace(id), deriveKey(sealing, id).toString('base64'))
    await db
      .insertInto('setting')
      .values({ scope: id, key: instrumentKeySetting, value: JSON.stringify({ sealed }) })
      .onConflict(conflict => conflict.columns(['scope', 'key']).doNothing())
      .execute()
  }
  return environments.length
}
