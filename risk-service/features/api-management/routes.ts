import { apiSchemaOf } from '../../engine/assessments/api-schemas.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { apiPathOf } from '../integration/integration.ts'
import { readErrors } from './read-errors.ts'
import { readRequests } from './read-requests.ts'

const { apiManagement } = procedures

export const apiManagementRoutes = {
  configuration: apiManagement.configuration
    .use(inEnvironment)
    .handler(({ context: { origin, principal, tree }, input: { environmentId } }) => ({
      apiEndpoint: origin,
      tenantId: principal.tenantId,
      environmentId,
      kind: tree.get(environmentId)?.kind ?? 'production',
      apiPath: apiPathOf({ tree, environmentId }),
    })),
  requests: apiManagement.requests.use(inEnvironment).handler(({ context, input, signal }) =>
    readRequests(
      {
        db: context.db,
        tenantId: context.principal.tenantId,
        figures: context.figures,
        now: context.ports.clock(),
        signal,
      },
      input,
    ),
  ),
  errors: apiManagement.errors.use(inEnvironment).handler(({ context, input, signal }) =>
    readErrors(
      {
        db: context.db,
        tenantId: context.principal.tenantId,
        figures: context.figures,
        now: context.ports.clock(),
        signal,
        schemaOf: apiName => apiSchemaOf(apiName, context.engine.tenantAssessments(input.environmentId)),
      },
      input,
    ),
  ),
}
