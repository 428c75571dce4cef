import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWK, jwtVerify, type ProtectedHeaderParameters } from 'jose'
import { secretMatches } from './client-secrets.ts'

/** The required value of `client_assertion_type`. */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** An assertion may be dated this many seconds ahead; libraries create them for ten minutes, scripts for hours. */
export const maxAssertionSeconds = 86_400
/** Seconds by which clocks may differ. */
export const assertionSkew = 300
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256']

/** A credential of the client that has not expired; null where a row has none of the kind. */
export interface Credential {
  /** Null in a row of a client without credentials. */
  id: string | null
  secret_hash: string | null
  certificate: string | null
  thumbprint: string | null
  thumbprint_sha256: string | null
}
export interface AssertionCheck {
  clientId: string
  /** Addresses that are accepted as the audience of the assertion. */
  audiences: string[]
  now: Date
  /** Public key that replaces a missing one. */
  standIn: JWK
}

/**
 * A hash that no secret matches. A comparison with it takes as long as with a real one, so that a caller cannot
 * distinguish a client without a secret from a client with one.
 */
const placeholderHash = `sha256$${'0'.repeat(22)}$${'0'.repeat(43)}.`

/** Returns the credential of the client with this secret; null: it is none of them. */
export async function verifySecret(secret: string, credentials: readonly Credential[]): Promise<Credential | null> {
  const withSecret = credentials.filter(({ secret_hash }) => secret_hash !== null)
  const hashes = withSecret.map(({ secret_hash }) => secret_hash ?? placeholderHash)
  const found = await Promise.all(
    [...hashes, placeholderHash, placeholderHash]
      .slice(0, Math.max(2, hashes.length))
      .map(hash => secretMatches(secret, hash)),
  )
  return withSecret[found.indexOf(true)] ?? null
}

/**
 * Returns the certificate of the client with whose key the assertion was signed (RFC 7523); null: with none of them. The
 * header has to name that certificate by `x5t`, `x5t#S256` or `x5c`; the content of a chain is not trusted. The same
 * assertion may be used again while it is valid: the directory's libraries create one for ten minutes and send it with
 * every request of that time.
 */
export async function verifyAssertion(
  assertion: string,
  credentials: readonly Credential[],
  { clientId, audiences, now, standIn }: AssertionCheck,
): Promise<Credential | null> {
  const header = headerOf(assertion)
  if (header === null) return null
  try {
    const named = credentials.find(credential => isNamed(header, credential))
    const key = named?.certificate ? new X509Certificate(named.certificate).publicKey : null
    const fits =
      key !== null && (header.alg === 'ES256' ? key.asymmetricKeyType === 'ec' : key.asymmetricKeyType === 'rsa')
    // An unknown client costs as much as a known one: its signature is checked with a key that is not its own.
    const { payload } = await jwtVerify(assertion, fits ? key : placeholderKeyFor(header.alg, standIn), {
      algorithms: assertionAlgorithms,
      issuer: clientId,
      subject: clientId,
      audience: audiences,
      requiredClaims: ['exp'],
      currentDate: now,
      clockTolerance: assertionSkew,
    })
    const isShort = (payload.exp ?? Infinity) <= now.getTime() / 1000 + maxAssertionSeconds + assertionSkew
    return fits && isShort ? (named ?? null) : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function headerOf(assertion: string): ProtectedHeaderParameters | null {
  try {
    return decodeProtectedHeader(assertion)
  } catch {
    return null
  }
}

/**
 * Returns whether the header names the certificate, and everything that it states about the certificate is true of this
 * one.
 */
function isNamed(
  header: ProtectedHeaderParameters,
  { certificate, thumbprint, thumbprint_sha256: sha256 }: Credential,
): boolean {
  const { x5t, x5c, 'x5t#S256': x5t256 } = header as Record<string, unknown>
  const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : '', 'base64')
  const matches = [
    ...(x5t === undefined ? [] : [bytes(x5t).toString('hex').toUpperCase() === thumbprint]),
    ...(x5t256 === undefined ? [] : [bytes(x5t256).toString('hex').toUpperCase() === sha256]),
    ...(x5c === undefined
      ? []
      : [
          createHash('sha256')
            .update(bytes(Array.isArray(x5c) ? x5c[0] : null))
            .digest('hex')
            .toUpperCase() === sha256,
        ]),
  ]
  return certificate !== null && matches.length > 0 && !matches.includes(false)
}

let curve: KeyObject | undefined
function placeholderKeyFor(algorithm: string | undefined, rsa: JWK): KeyObject {
  if (algorithm !== 'ES256') return createPublicKey({ key: rsa, format: 'jwk' })
  curve ??= generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
  return curve
}
