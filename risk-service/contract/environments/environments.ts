import { z } from 'zod'
import { environmentStatuses } from '../common/constants.ts'
import { environmentSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { createEnvironmentSchema, environmentChangesSchema } from './environment-inputs.ts'

/** Procedures of environments. All of them are outside of one environment, so that a failed one can be read, too. */
export const environmentContract = {
  list: procedure
    .route({ method: 'GET', path: '/environments', summary: 'Environments the caller can see' })
    .output(z.array(environmentSchema)),
  create: procedure
    .route({
      method: 'POST',
      path: '/environments',
      summary: 'New environment, and its sandbox when asked for',
      successStatus: 201,
    })
    .input(createEnvironmentSchema)
    .output(environmentSchema),
  update: procedure
    .route({ method: 'PATCH', path: environmentRoute, summary: 'Change name, display name, description or tags' })
    .input(environmentInput.extend(environmentChangesSchema.shape))
    .output(environmentSchema),
  remove: procedure
    .route({ method: 'DELETE', path: environmentRoute, summary: 'Delete an environment with its data' })
    .input(environmentInput)
    .output(z.object({ id: uuid, status: z.enum(environmentStatuses) })),
  retry: procedure
    .route({ method: 'POST', path: `${environmentRoute}/retry`, summary: 'Create a failed environment again' })
    .input(environmentInput)
    .output(environmentSchema),
}
