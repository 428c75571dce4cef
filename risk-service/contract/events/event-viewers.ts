import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

const viewerSchema = z.object({ id: uuid, name: z.string(), since: z.iso.datetime() })
export type EventViewer = z.infer<typeof viewerSchema>

export const eventViewersContract = procedure
  .route({
    method: 'POST',
    path: `${environmentRoute}/events/{eventType}/{id}/viewers`,
    summary: 'Report that the caller looks at an event, or has left it, and list who looks at it now',
  })
  .input(
    environmentInput.extend({
      eventType: assessmentKeySchema,
      id: z.string().min(1).max(128),
      left: z.boolean().default(false),
    }),
  )
  .output(z.array(viewerSchema))
