import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { alertRuleLimits, alertTargetKinds, mailLanguages } from './alert-definitions.ts'

const targetsPath = `${environmentRoute}/alerts/targets`

const targetSettings = z.object({
  kind: z.enum(alertTargetKinds).default('webhook'),
  name: z.string().trim().min(1).max(alertRuleLimits.name),
  /** Of a webhook: receives a POST for each incident, signed as Standard Webhooks describe. Null for email. */
  url: z.url().max(2000).nullable().default(null),
  /** Of email: receives a message for each incident. Null for a webhook. */
  address: z.email().max(254).nullable().default(null),
  /** Of email: the language of its messages. Null for a webhook. */
  language: z.enum(mailLanguages).nullable().default(null),
  enabled: z.boolean().default(true),
})
const targetSettingsSchema = targetSettings.superRefine(({ kind, url, address, language }, context) => {
  for (const [field, value, of] of [
    ['url', url, 'webhook'],
    ['address', address, 'email'],
    ['language', language, 'email'],
  ] as const)
    if ((kind === of) !== (value !== null))
      context.addIssue({
        code: 'custom',
        path: [field],
        message: kind === of ? 'This kind of target needs a value here.' : 'This kind of target has no value here.',
      })
})
export type AlertTargetSettings = z.output<typeof targetSettings>
/** The key of a signature: `whsec_` and 24 to 64 bytes in Base64. */
const secretRule = 'Use whsec_ and 24 to 64 bytes in Base64.'
export const webhookSecretSchema = z
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

export const alertTargetSchema = targetSettings.extend({
  id: uuid,
  environmentId: uuid,
  version: z.number().int(),
  /**
   * The latest delivery; null: none yet. `failed`: it was given up after ten attempts, as the mail server rejected it for
   * good, or as the target was disabled.
   */
  latest: z
    .object({ at: z.iso.datetime(), state: z.enum(['waiting', 'delivered', 'failed']), failure: z.string().nullable() })
    .nullable(),
})
export type AlertTarget = z.infer<typeof alertTargetSchema>

export const alertTargetsSchema = z.object({
  targets: z.array(alertTargetSchema),
  /** Whether the installation has an SMTP server, without which no email is sent. */
  hasMailServer: z.boolean(),
})
export type AlertTargets = z.infer<typeof alertTargetsSchema>

const targetInput = environmentInput.extend({ targetId: uuid })

/** Webhooks and email addresses that incidents of an environment are delivered to. */
export const alertTargetsContract = {
  list: procedure
    .route({ method: 'GET', path: targetsPath, summary: 'Targets of the incidents of the environment, by name' })
    .input(environmentInput)
    .output(alertTargetsSchema),
  create: procedure
    .route({
      method: 'PUT',
      path: `${targetsPath}/{targetId}`,
      summary: 'Add a webhook or an email address; the caller gives the id',
      description: 'A webhook needs a secret, which is never returned. Email needs an SMTP server of the installation.',
    })
    .input(targetInput.extend({ settings: targetSettingsSchema, secret: webhookSecretSchema.nullable().default(null) }))
    .output(alertTargetSchema),
  update: procedure
    .route({
      method: 'PATCH',
      path: `${targetsPath}/{targetId}`,
      summary: 'Change a webhook or an email address; its kind stays',
    })
    .input(
      targetInput.extend({
        baseVersion: z.number().int(),
        settings: targetSettingsSchema,
        /** Null: the stored one stays. Another address needs it anew. */
        secret: webhookSecretSchema.nullable().default(null),
      }),
    )
    .output(alertTargetSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${targetsPath}/{targetId}`, summary: 'Remove a webhook or an email address' })
    .input(targetInput.extend({ baseVersion: z.coerce.number().int() }))
    .output(z.object({ removed: z.boolean() })),
}
