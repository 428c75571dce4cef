import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { listen, readOverview } from './integration.ts'

const { integration } = procedures

export const integrationRoutes = {
  overview: integration.overview
    .use(inEnvironment)
    .handler(({ context, input }) => readOverview({ ...context, environmentId: input.environmentId })),
  listen: integration.listen
    .use(inEnvironment)
    .handler(({ context, input }) => listen({ ...context, environmentId: input.environmentId }, input.eventType)),
}
