import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, errors, importJWK, type JWK } from 'jose'
import { z } from 'zod'
import { sha256 } from '../../../engine/lib/sha256.ts'

export const signatureAlgorithm = 'EdDSA'
/** Type of the signature: no token has it. */
export const signatureType = 'assay-dual-run+jws'

const claimsSchema = z.object({
  /** SHA-256 of the report as JSON. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  environmentId: z.uuid(),
  signedAt: z.iso.datetime(),
})
/** What is signed. */
export type SignedClaims = z.infer<typeof claimsSchema>

/** A report in a file with its signature. */
export const signedReportSchema = z.object({ report: z.record(z.string(), z.unknown()), signature: z.string() })

export type SignatureCheck =
  | { kind: 'valid'; keyId: string; claims: SignedClaims }
  /** `report`: another report was signed; `signature`: it is none, or was changed. */
  | { kind: 'invalid'; fault: 'report' | 'signature' }

/** Returns the id of the key and the time of a signature, without a check. */
export function describeSignature(jws: string): { keyId: string; signedAt: string } {
  const claims = claimsSchema.parse(JSON.parse(new TextDecoder().decode(fromBase64Url(jws.split('.')[1] ?? ''))))
  return { keyId: decodeProtectedHeader(jws).kid ?? '', signedAt: claims.signedAt }
}

/** Digest of a report as it is written. */
export const digestReport = (report: unknown): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify(report)))

/**
 * Checks a signature with the key in its header. Whose key that is, the caller has to know: compare its id with that of
 * the installation, or with the printed one.
 */
export async function checkSignature(report: unknown, jws: string): Promise<SignatureCheck> {
  try {
    const header = decodeProtectedHeader(jws)
    if (header.typ !== signatureType || header.alg !== signatureAlgorithm || header.jwk === undefined)
      return { kind: 'invalid', fault: 'signature' }
    const jwk = header.jwk as JWK
    const keyId = await calculateJwkThumbprint(jwk)
    if (header.kid !== keyId) return { kind: 'invalid', fault: 'signature' }
    const { payload } = await compactVerify(jws, await importJWK(jwk, signatureAlgorithm), {
      algorithms: [signatureAlgorithm],
    })
    const claims = claimsSchema.parse(JSON.parse(new TextDecoder().decode(payload)))
    return claims.sha256 === (await digestReport(report))
      ? { kind: 'valid', keyId, claims }
      : { kind: 'invalid', fault: 'report' }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)
      return { kind: 'invalid', fault: 'signature' }
    throw error
  }
}

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))
