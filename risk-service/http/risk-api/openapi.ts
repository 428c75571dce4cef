import type { TenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import { describeOperation } from './openapi/describe-operation.ts'
import { operations, tenantOperations, withBranches } from './openapi/operations.ts'
import { components, type Json, requests, responses } from './openapi/schemas.ts'

/**
 * Returns OpenAPI 3.1 of the risk API, built from the schemas that the service validates by. `own` and `tenantId`: of
 * one environment; null and absent for any.
 */
export function describeRiskApi({
  version,
  origin,
  own,
  tenantId = '{tenant}',
}: {
  version: string
  origin: string
  own: readonly TenantAssessment[] | null
  tenantId?: string | undefined
}): Json {
  const made = tenantOperations(own)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay risk API',
      version,
      description:
        'Assesses purchases, account events and events of a tenant’s own, and takes in what became of them. Letter case of paths and keys does not matter; unknown fields are kept.',
    },
    servers: [{ url: origin === '' ? '/' : origin }],
    security: [{ oauth2: [] }],
    paths: Object.fromEntries(
      withBranches([...operations, ...made.operations]).map(operation => [
        operation.path,
        { post: describeOperation(operation) },
      ]),
    ),
    components: {
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `${origin}/${tenantId}/oauth2/v2.0/token`, scopes: {} } },
        },
      },
      schemas: components({ ...requests, ...made.bodies, ...responses }),
    },
  }
}
