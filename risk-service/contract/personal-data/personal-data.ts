import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { personalDataKinds, personalDataLimits } from '../common/personal-data.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { accountSchema } from '../support/support.ts'
import { maskingProfileSchema } from './masking-profile.ts'

const kind = z.enum(personalDataKinds)
/** An event or an account whose values are revealed; an event also with the events that its page links to it. */
export const revealSubjectSchema = z.union([
  z.object({ environmentId: uuid, eventType: assessmentKeySchema, externalId: z.string().min(1).max(128) }),
  z.object({ account: accountSchema }),
])
export type RevealSubject = z.infer<typeof revealSubjectSchema>

const path = `${environmentRoute}/personal-data`
const stored = z.object({ version: z.number().int(), profile: maskingProfileSchema })

export const personalDataContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'The kinds of personal data that are masked for the caller' })
    .input(environmentInput)
    .output(z.object({ masked: z.array(kind) })),
  reveal: procedure
    .route({
      method: 'POST',
      path: `${path}/reveal`,
      summary: 'Show masked values of events or of an account to the caller for 15 minutes',
      description: 'Every call is audited with its reason.',
    })
    .input(
      environmentInput.extend({
        subjects: z.array(revealSubjectSchema).min(1).max(personalDataLimits.subjects),
        /** Null: every kind. */
        kind: kind.nullable().default(null),
        reason: z.string().trim().min(3).max(personalDataLimits.reason),
      }),
    )
    .output(z.object({ expiresAt: z.iso.datetime() })),
  settings: procedure
    .route({ method: 'GET', path: `${path}/settings`, summary: 'Masking profiles of the tenant, by role' })
    .input(environmentInput)
    .output(stored),
  saveSettings: procedure
    .route({ method: 'PUT', path: `${path}/settings`, summary: 'Replace the masking profiles of the tenant' })
    .input(environmentInput.extend({ baseVersion: z.number().int().min(0), profile: maskingProfileSchema }))
    .output(stored),
}
