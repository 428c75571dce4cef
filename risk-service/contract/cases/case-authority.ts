import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

/** US cents. */
const amountUsd = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The highest amount that one reviewer may approve alone. */
export const authorityLimitSchema = z.object({
  userId: uuid,
  name: z.string(),
  /** The limit of this environment; null: none of its own. */
  amountUsd: amountUsd.nullable(),
  /** The limit of the nearest environment above, which applies without one of its own. */
  inherited: z.object({ amountUsd, environmentName: z.string() }).nullable(),
})
export type AuthorityLimit = z.infer<typeof authorityLimitSchema>

const path = `${environmentRoute}/casemanagement/authority`

/** Limits to what reviewers approve without a second person. */
export const caseAuthorityContract = {
  list: procedure
    .route({
      method: 'GET',
      path,
      summary: 'Reviewers of an environment with the highest amount that each approves alone',
    })
    .input(environmentInput)
    .output(z.array(authorityLimitSchema)),
  set: procedure
    .route({ method: 'PUT', path, summary: 'Change the limits of some reviewers; the others keep theirs' })
    .input(
      environmentInput.extend({
        limits: z
          .array(z.object({ userId: uuid, amountUsd: amountUsd.nullable() }))
          .min(1)
          .max(500),
      }),
    )
    .output(z.array(authorityLimitSchema)),
}
