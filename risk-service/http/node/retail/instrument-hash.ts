import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Returns a function that hashes payment instruments with a key of the environment: nobody who has the database alone
 * can try card numbers against it, and equal instruments of two environments have different hashes.
 * @param secretKey of the installation
 */
export function createInstrumentHash(secretKey: string, environmentId: string): (instrument: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, environmentId, 'assay retail instruments', 32))
  return instrument => createHmac('sha256', key).update(instrument).digest('base64url').slice(0, 22)
}
