import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  conflictingCredentialsMessage,
  issueApplicationToken,
  type TokenResponse,
  tokenError,
} from '../application-tokens.ts'
import { rehearsalHeader } from '../credentials/brown-out-gate.ts'
import { issuingTenant } from '../oidc-adapter.ts'
import { providerPath } from '../oidc-provider.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { mergeBasicCredential, readForm, replayRequest } from './request-form.ts'
import { json, setOrigin } from './responses.ts'

/**
 * Answers the token endpoint: issues tokens to applications, and forwards requests of users to the provider of their
 * tenant.
 */
export function createTokenEndpoint(
  deps: HandlerDependencies,
): (
  request: IncomingMessage,
  response: ServerResponse,
  tenantName: string,
  origin: string,
  version: 'v1' | 'v2',
) => Promise<true> {
  const { tenants, limits } = deps

  async function recordWrongCredential(request: IncomingMessage, clientId: string, tenantName: string): Promise<void> {
    // Counted in this process before anything else is awaited: the next request of the address may be here already.
    const counted = limits
      .recordFailure(request, clientId)
      .catch((error: unknown) =>
        deps.options.log.write(2, 'identity.failure-not-counted', { name: error instanceof Error ? error.name : '' }),
      )
    deps.options.security?.write('client-refused', {
      address: limits.addressOf(request),
      area: 'token',
      tenantId: (await tenants.find(tenantName))?.id ?? null,
    })
    await counted
  }

  return async (request, response, tenantName, origin, version) => {
    const answer = (result: TokenResponse) => {
      json(response, result.status, result.body)
      return true as const
    }
    const refuse = (status: 400 | 413, error: string, description: string) =>
      answer(tokenError(status, error, description, deps.newId(), deps.clock()))
    const refuseFor = (seconds: number, description: string) => {
      response.setHeader('retry-after', String(seconds))
      return answer(tokenError(429, 'temporarily_unavailable', description, deps.newId(), deps.clock()))
    }
    const wait = limits.acquireToken(request)
    if (wait > 0) return refuseFor(wait, 'There are too many token requests from this address.')
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST')
      return refuse(400, 'invalid_request', 'The token endpoint takes POST requests only.')
    }
    const form = await readForm(request)
    if (form === 'too large') return refuse(413, 'invalid_request', 'The request body is larger than 64 KiB.')
    if (form === null)
      return refuse(
        400,
        'invalid_request',
        'The request body must be application/x-www-form-urlencoded or multipart/form-data.',
      )

    const basic = mergeBasicCredential(form, request.headers.authorization)
    if (basic === 'twice') return refuse(400, 'invalid_request', conflictingCredentialsMessage)
    const grant = form.get('grant_type')
    if (!deps.providerFor || (grant !== 'authorization_code' && grant !== 'refresh_token')) {
      const clientId = form.get('client_id') ?? ''
      const locked = await limits.waitAfterFailures(request, clientId)
      if (locked > 0) return refuseFor(locked, 'Too many credentials of this client were wrong. Wait, then try again.')
      const result = await issueApplicationToken(
        { tenant: tenantName, version, origin, form, address: limits.addressOf(request) },
        deps,
      )
      const isWrong = result.status === 401 && !result.rehearsal
      if (result.rehearsal) response.setHeader(rehearsalHeader, 'brown-out')
      if (basic === 'added' && result.status === 401)
        response.setHeader('www-authenticate', `Basic realm="${tenantName}"`)
      answer(result)
      // After the answer: what is counted takes longer for a client that exists, which nobody may measure.
      if (isWrong) await recordWrongCredential(request, clientId, tenantName)
      return true
    }
    const issued =
      grant === 'authorization_code'
        ? await issuingTenant(deps.db, 'AuthorizationCode', form.get('code') ?? '')
        : await issuingTenant(deps.db, 'RefreshToken', form.get('refresh_token') ?? '')
    const tenant =
      (issued === null ? undefined : await tenants.find(issued)) ??
      (await tenants.find(tenantName)) ??
      (await tenants.all())[0]
    if (!tenant) return refuse(400, 'invalid_request', 'The tenant in the address was not found.')
    // The provider grants offline_access only after a consent page, which does not exist here; it would then refuse the
    // refresh that names the scope.
    const scope = form.get('scope')
    if (scope !== undefined)
      form.set(
        'scope',
        scope
          .split(' ')
          .filter(name => name !== 'offline_access')
          .join(' '),
      )
    const resource = deps.userResources.find(uri => scope?.split(' ').includes(`${uri}/.default`))
    if (resource !== undefined && !form.get('resource')) form.set('resource', resource)
    const replayed = replayRequest(request, new URLSearchParams([...form]).toString())
    Object.assign(replayed, { originalUrl: `${providerPath(tenant.id)}/token` })
    replayed.url = '/token'
    setOrigin(replayed, origin)
    void deps.providerFor(origin, tenant.id).callback()(replayed, response)
    return true
  }
}
