import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { alertRuleLimits } from './alert-definitions.ts'

const targetsPath = `${environmentRoute}/alerts/targets`

const targetSettingsSchema = z.object({
  name: z.string().trim().min(1).max(alertRuleLimits.name),
  /** Receives a POST for each incident, signed as Standard Webhooks describe. */
  url: z.url().max(2000),
  enabled: z.boolean().default(true),
})
/** The key of a signature: `whsec_` and 24 to 64 bytes in Base64. */
const secretRule = 'Use whsec_ and 24 to 64 bytes in Base64.'
const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, { error: secretRule, abort: true })
  .refine(text => {
    const length = secretBytes(text)?.length ?? 0
    return length >= 24 && length <= 64
  }, secretRule)

/** Returns the bytes of a secret, which sign the messages; null where they are not Base64, as of an odd length. */
export function secretBytes(secret: string): Uint8Array<ArrayBuffer> | null {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  if (text === undefined) return null
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return null
  }
}

export const alertTargetSchema = targetSettingsSchema.extend({
  id: uuid,
  environmentId: uuid,
  version: z.number().int(),
  /** The latest delivery; null: none yet. `failed`: it was given up after ten attempts, or as the webhook was disabled. */
  latest: z
    .object({ at: z.iso.datetime(), state: z.enum(['waiting', 'delivered', 'failed']), failure: z.string().nullable() })
    .nullable(),
})
export type AlertTarget = z.infer<typeof alertTargetSchema>

const targetInput = environmentInput.extend({ targetId: uuid })

/** Webhooks that incidents of an environment are delivered to. */
export const alertTargetsContract = {
  list: procedure
    .route({ method: 'GET', path: targetsPath, summary: 'Webhooks of the incidents of the environment, by name' })
    .input(environmentInput)
    .output(z.array(alertTargetSchema)),
  create: procedure
    .route({
      method: 'PUT',
      path: `${targetsPath}/{targetId}`,
      summary: 'Add a webhook; the caller gives the id and the secret, which is never returned',
    })
    .input(targetInput.extend({ settings: targetSettingsSchema, secret }))
    .output(alertTargetSchema),
  update: procedure
    .route({ method: 'PATCH', path: `${targetsPath}/{targetId}`, summary: 'Change a webhook' })
    .input(
      targetInput.extend({
        baseVersion: z.number().int(),
        settings: targetSettingsSchema,
        /** Null: the stored one stays. Another address needs it anew. */
        secret: secret.nullable().default(null),
      }),
    )
    .output(alertTargetSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${targetsPath}/{targetId}`, summary: 'Remove a webhook' })
    .input(targetInput.extend({ baseVersion: z.coerce.number().int() }))
    .output(z.object({ removed: z.boolean() })),
}
