import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { findContributingEvents, loadValues } from './velocity-values.ts'

const { velocities } = procedures

/** Current values of velocities, and the events that contribute to them. */
export const velocityValueRoutes = {
  health: velocities.health.use(inEnvironment).handler(({ context }) => {
    const figures = context.engine.velocities.figures()
    return figures === null ? null : { ...figures, since: figures.since.toISOString() }
  }),
  read: velocities.read.use(inEnvironment).handler(async ({ context, input: { environmentId, reads } }) => ({
    values: await loadValues(context.engine.velocities, environmentId, reads, context.ports.clock()),
  })),
  events: velocities.events
    .use(inEnvironment)
    .handler(({ context, input: { at, ...input }, signal }) =>
      findContributingEvents(
        { db: context.db, scope: context.scope, velocities: context.engine.velocities, signal },
        { ...input, at: at === undefined ? context.ports.clock() : new Date(at) },
      ),
    ),
}
