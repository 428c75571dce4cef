import { importPKCS8, SignJWT } from 'jose'
import type { CallError } from '../../contract/common/resource-limits.ts'
import { buildCallRequest } from '../../contract/external-calls/call-request.ts'
import type { CallAuthentication } from '../../contract/external-calls/external-call-inputs.ts'
import type { OutgoingAnswer, OutgoingHttp, OutgoingRequest } from '../../ports/index.ts'

/** A call that cannot be sent, with its error type. */
export class OutgoingCallError extends Error {
  readonly type: CallError
  readonly status: number
  constructor(type: CallError, message: string, status = 0) {
    super(message)
    this.type = type
    this.status = status
  }
}

/** Decrypted secrets by their place in the body: `authentication.password`, `configurations.name`. */
export type Secrets = ReadonlyMap<string, string>
/** The additions of authentication to a request. */
interface Credentials {
  headers: Record<string, string>
  certificate?: string
}

interface Token {
  value: string
  until: number
}
const refreshAheadMs = 5 * 60_000
/** Lifetime of tokens without a stated expiry. */
const defaultTokenSeconds = 3600

export interface AuthenticatorDeps {
  http: OutgoingHttp
  clock: () => Date
  newId: () => string
  /** Authority that issues tokens of Microsoft Entra, without a slash at the end. */
  entraAuthority: string
}

export interface Authenticator {
  /** Returns the credentials of a request. `configurations`: for placeholders in the request of a custom token. */
  credentials: (
    how: CallAuthentication,
    secrets: Secrets,
    configurations: ReadonlyMap<string, string>,
  ) => Promise<Credentials>
  /** Drops the token: a refused one is not used again. */
  invalidate: () => void
}

const basicHeader = (user: string, password: string): string =>
  `Basic ${toBase64(new TextEncoder().encode(`${user}:${password}`))}`
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
const formBody = (pairs: Record<string, string>): string =>
  new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== '')).toString()
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

/**
 * Creates an authenticator for the requests of one call. Tokens are cached until five minutes before they expire (or
 * half of a shorter life), and requested once however many calls wait. @throws OutgoingCallError
 */
export function createAuthenticator({ http, clock, newId, entraAuthority }: AuthenticatorDeps): Authenticator {
  let current: Token | undefined
  let request: Promise<Token> | undefined

  async function token(ask: () => Promise<Token>): Promise<Credentials> {
    if (current === undefined || current.until <= clock().getTime()) {
      request ??= ask().finally(() => {
        request = undefined
      })
      current = await request
    }
    return { headers: { authorization: `Bearer ${current.value}` } }
  }

  async function credentials(
    how: CallAuthentication,
    secrets: Secrets,
    configurations: ReadonlyMap<string, string>,
  ): Promise<Credentials> {
    const secret = (place: string): string => secrets.get(`authentication.${place}`) ?? ''
    switch (how.method) {
      case 'anonymous':
        return { headers: {} }
      case 'basic':
        return { headers: { authorization: basicHeader(how.userName, secret('password')) } }
      case 'certificate':
        return { headers: {}, certificate: secret('certificate') }
      case 'oauth':
        return token(async () =>
          readToken('token', clock(), await http.send(oauthRequest(how, secret('clientSecret')))),
        )
      case 'customToken':
        return token(async () =>
          readToken('token', clock(), await http.send(customRequest(how, secret('password'), configurations))),
        )
      case 'entra':
        return token(async () => {
          const url = `${entraAuthority}/${encodeURIComponent(how.tenantId)}/oauth2/v2.0/token`
          const assertion = await clientAssertion(secret('certificate'), how.applicationId, url, newId())
          return readToken(
            'entra',
            clock(),
            await http.send({
              method: 'POST',
              url,
              headers: formHeaders,
              timeoutMs: 5000,
              body: formBody({
                grant_type: 'client_credentials',
                client_id: how.applicationId,
                scope: `${how.audience.replace(/\/\.default$/, '')}/.default`,
                client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
                client_assertion: assertion,
              }),
            }),
          )
        })
    }
  }
  return {
    credentials,
    invalidate: () => {
      current = undefined
    },
  }
}

function oauthRequest(how: Extract<CallAuthentication, { method: 'oauth' }>, clientSecret: string): OutgoingRequest {
  const { tokenUrl: url, clientId, scope, resource } = how
  const byHeader = how.tokenAuthentication === 'basic'
  // RFC 6749 2.3.1: both parts are form-encoded before they are joined.
  const encoded = (text: string): string => formBody({ x: text }).slice(2)
  return {
    method: 'POST',
    url,
    timeoutMs: 5000,
    headers: {
      ...formHeaders,
      ...(byHeader ? { authorization: basicHeader(encoded(clientId), encoded(clientSecret)) } : {}),
    },
    body: formBody({
      grant_type: 'client_credentials',
      ...(byHeader ? {} : { client_id: clientId, client_secret: clientSecret }),
      scope,
      resource,
    }),
  }
}

function customRequest(
  how: Extract<CallAuthentication, { method: 'customToken' }>,
  password: string,
  configurations: ReadonlyMap<string, string>,
): OutgoingRequest {
  const { url, headers, body } = buildCallRequest(
    { method: 'POST', url: how.tokenUrl, headers: how.headers, requestBody: how.body, parameters: [] },
    { parameters: new Map(), configurations },
  )
  return {
    method: 'POST',
    url,
    timeoutMs: how.timeoutMs,
    body,
    headers: {
      ...headers,
      ...(how.tokenAuthentication === 'basic' ? { authorization: basicHeader(how.userName, password) } : {}),
    },
  }
}

/**
 * Reads the token of a JSON answer (`access_token`, `accessToken`, `token` or `id_token`), or of an answer that is the
 * token as text. `failure`: the error type without a token.
 */
function readToken(failure: 'entra' | 'token', now: Date, answer: OutgoingAnswer): Token {
  if (answer.kind !== 'answer')
    throw new OutgoingCallError(
      answer.kind === 'refused' ? 'refused' : failure,
      `The token could not be got: ${answer.message}`,
    )
  let content: unknown
  try {
    content = JSON.parse(answer.text)
  } catch {
    content = null
  }
  const fields = typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {}
  if (answer.status < 200 || answer.status > 299) {
    // AADSTS700016: the tenant has no such application; 7000112: it is disabled.
    if (fields.error === 'unauthorized_client' || /AADSTS(?:700016|7000112)/.test(String(fields.error_description)))
      throw new OutgoingCallError('application', 'Invalid application id', answer.status)
    throw new OutgoingCallError(failure, `The token could not be got: HTTP ${answer.status}`, answer.status)
  }
  const found =
    typeof content === 'string'
      ? content
      : [fields.access_token, fields.accessToken, fields.token, fields.id_token].find(each => typeof each === 'string')
  if (typeof found !== 'string' || found === '' || !/^[\u0021-\u007e]+$/.test(found))
    throw new OutgoingCallError(failure, 'The answer to the token request holds no token.', answer.status)
  const given = Number(fields.expires_in ?? fields.expiresIn)
  const life = (Number.isFinite(given) && given > 0 ? given : defaultTokenSeconds) * 1000
  return { value: found, until: now.getTime() + Math.max(life - refreshAheadMs, life / 2) }
}

const pemBlock = (pem: string, label: string): string | null =>
  new RegExp(`-----BEGIN ${label}-----[\\s\\S]+?-----END ${label}-----`).exec(pem)?.[0] ?? null

/**
 * Returns the `client_assertion` of the client credentials flow: signed with the key of the certificate, which its
 * thumbprint names.
 */
async function clientAssertion(pem: string, applicationId: string, audience: string, id: string): Promise<string> {
  const [certificate, key] = [pemBlock(pem, 'CERTIFICATE'), pemBlock(pem, 'PRIVATE KEY')]
  if (certificate === null || key === null)
    throw new OutgoingCallError('entra', 'The certificate needs a CERTIFICATE and a PRIVATE KEY block, PEM.')
  try {
    const der = Uint8Array.from(atob(certificate.replace(/-----[^-]+-----|\s/g, '')), character =>
      character.charCodeAt(0),
    )
    const thumbprint = async (hash: string): Promise<string> =>
      toBase64(new Uint8Array(await crypto.subtle.digest(hash, der)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    return await new SignJWT({})
      .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': await thumbprint('SHA-256') })
      .setIssuer(applicationId)
      .setSubject(applicationId)
      .setAudience(audience)
      .setJti(id)
      .setNotBefore('-1 min')
      .setIssuedAt()
      .setExpirationTime('5 min')
      .sign(await importPKCS8(key, 'PS256'))
  } catch {
    throw new OutgoingCallError('entra', 'The certificate cannot be read.')
  }
}
