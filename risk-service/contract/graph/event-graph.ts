import { assessmentKeySchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { graphViewInputSchema, neighbourhoodOutputSchema, startSchema } from './graph.ts'

/** The graph of one event, for everybody who may open the event: the explorer needs a right of its own. */
export const eventGraphContract = {
  event: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/graph/event`,
      summary: 'What is around an event: its entities, and what shares one of the strong ones, in the newest 90 days',
      description: 'Hubs are not walked through. Cancelled with `search.timeout`; refused with `search.off`.',
    })
    .input(
      environmentInput.extend({
        eventType: assessmentKeySchema,
        id: startSchema.options[1].shape.id,
        timeZone: graphViewInputSchema.shape.timeZone,
      }),
    )
    .output(neighbourhoodOutputSchema),
}
