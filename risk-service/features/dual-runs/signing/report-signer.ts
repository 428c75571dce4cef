import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { Db } from '../../../ports/database.ts'
import type { SecretKey } from '../../../ports/secret-key.ts'
import { type SignedClaims, signatureAlgorithm, signatureType } from './report-signature.ts'

/** Signs reports with the key of this installation. */
export interface ReportSigner {
  /** Thumbprint of the public key (RFC 7638). */
  keyId: string
  /** Returns a compact JWS with the public key in its header. */
  sign: (claims: SignedClaims) => Promise<string>
}

const where = { scope: 'service', key: 'reports.key' }
/** The place that the key is encrypted for. */
export const reportKeyPlace = 'reports.key'

/**
 * Loads the key that signs reports, which is created at its first use. A key that the secret key no longer decrypts is
 * replaced: earlier reports name the former one.
 */
export async function loadReportSigner(db: Db, secretKey: SecretKey): Promise<ReportSigner> {
  const cipher = createSecretCipher(secretKey)
  async function read(): Promise<JWK | null> {
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('scope', '=', where.scope)
      .where('key', '=', where.key)
      .executeTakeFirst()
    if (row === undefined) return null
    const { sealed } = row.value as { sealed: string }
    return cipher.decrypt(reportKeyPlace, sealed).then(
      text => JSON.parse(text) as JWK,
      () => null,
    )
  }
  const stored = await read()
  const jwk = stored ?? (await create())
  const { d: _secret, ...publicJwk } = jwk
  const keyId = await calculateJwkThumbprint(publicJwk)
  const key = await importJWK(jwk, signatureAlgorithm)
  return {
    keyId,
    sign: claims =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: signatureAlgorithm, typ: signatureType, kid: keyId, jwk: publicJwk })
        .sign(key),
  }

  async function create(): Promise<JWK> {
    const pair = await generateKeyPair(signatureAlgorithm, { extractable: true })
    const { kty, crv, x, d } = await exportJWK(pair.privateKey)
    const fresh = { kty, crv, x, d } as JWK
    const value = JSON.stringify({ sealed: await cipher.encrypt(reportKeyPlace, JSON.stringify(fresh)) })
    const { exists } = await db
      .selectFrom('setting')
      .select(({ fn }) => fn.countAll<number>().as('exists'))
      .where('scope', '=', where.scope)
      .where('key', '=', where.key)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('setting')
      .values({ ...where, value })
      .onConflict(conflict =>
        exists > 0 ? conflict.columns(['scope', 'key']).doUpdateSet({ value }) : conflict.doNothing(),
      )
      .execute()
    // Read again: when another start was faster, its key counts.
    return (await read()) ?? fresh
  }
}
