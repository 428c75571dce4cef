import { CompactSign, compactVerify, importJWK, type JWK } from 'jose'

/** The state of the log of a tenant, as it is signed: everything up to a link. */
export interface SignedHead {
  tenantId: string
  /** Day in UTC; its head is signed again with each link that is made on it, or whose entry is of it. */
  day: string
  seq: number
  hash: string
}

/** Signs with the key of the installation. */
export interface HeadSigner {
  privateJwk: JWK
  publicJwk: JWK
}

/** Returns a JSON Web Signature (RFC 7515) of a head. */
export async function signHead(head: SignedHead, { privateJwk }: HeadSigner): Promise<string> {
  const key = await importJWK(privateJwk, 'RS256')
  return new CompactSign(new TextEncoder().encode(JSON.stringify(head)))
    .setProtectedHeader({ alg: 'RS256', typ: 'assay-log-head', ...(privateJwk.kid ? { kid: privateJwk.kid } : {}) })
    .sign(key)
}

/** Returns what was signed; null when the signature is not that of the key. */
export async function readHead(signature: string, publicJwk: JWK): Promise<SignedHead | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(signature, await importJWK(publicJwk, 'RS256'), {
      algorithms: ['RS256'],
    })
    return protectedHeader.typ === 'assay-log-head'
      ? (JSON.parse(new TextDecoder().decode(payload)) as SignedHead)
      : null
  } catch {
    return null
  }
}
