import { Hono } from 'hono'
import { TokenError } from '../../ports/index.ts'
import { type EnvironmentDirectoryCache, mayCall } from './environment-directory.ts'
import type { RiskApiDeps } from './risk-api.ts'
import { bearerOf } from './wire/bearer.ts'

interface DescriptionDeps extends Pick<RiskApiDeps, 'engine' | 'verifier' | 'publicUrl' | 'version'> {
  directory: EnvironmentDirectoryCache
}

/**
 * Creates `/openapi/risk-api.json`: the description of the risk API. With `?environment=` it adds the assessments of
 * that environment, which only a client that may call it gets.
 */
export function createDescription({ engine, verifier, publicUrl, version = '0.1', directory }: DescriptionDeps): Hono {
  /** Returns the tenant of an environment; undefined where the caller may not know it. @throws TokenError */
  async function tenantFor(request: Request, environmentId: string): Promise<string | undefined> {
    const caller = await verifier.application(bearerOf(request) ?? '')
    const tree = await directory.current()
    const environment = tree.environments.get(environmentId)
    return environment !== undefined && mayCall(tree, caller, environment) ? environment.tenantId : undefined
  }
  return new Hono().get('/openapi/risk-api.json', async context => {
    const named = context.req.query('environment')?.toLowerCase()
    let tenantId: string | undefined
    try {
      tenantId = named === undefined ? undefined : await tenantFor(context.req.raw, named)
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return context.json({ message: 'The description of an environment needs a token of the risk API.' }, 401)
    }
    if (named !== undefined && tenantId === undefined)
      return context.json({ message: 'There is no such environment.' }, 404)
    const { describeRiskApi } = await import('./openapi.ts')
    // The Host header of a request is nobody's address: without a public one the server is that of the document.
    const origin = publicUrl ?? ''
    const own = named === undefined ? null : engine.tenantAssessments(named)
    return context.json(describeRiskApi({ version, origin, own, tenantId }), 200, { 'cache-control': 'no-cache' })
  })
}
