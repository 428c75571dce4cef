import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  attackKeyTypes,
  attackKinds,
  attackLimits,
  attackOutcomes,
  attackSteps,
  containmentActions,
} from './attack-definitions.ts'

const attacksPath = `${environmentRoute}/attacks`
const time = z.iso.datetime()
const count = z.number().int()

/** What the attempts of an attack have in common, in numbers. */
export const attackFingerprintSchema = z.object({
  devices: count,
  addresses: count,
  networks: count,
  /** Families of user agents, the most frequent first; none where the attempts have no device fingerprint. */
  agents: z.array(z.object({ family: z.string(), count })),
  /** Why attempts failed; `detail`: the code of the bank or the reason of the merchant. */
  failures: z.array(z.object({ outcome: z.enum(attackOutcomes), detail: z.string().nullable(), count })),
  /** Median gap between two attempts, null for too few; `even`: evener than people would make it. */
  rhythm: z.object({ gapMs: count.nullable(), even: z.boolean() }),
})
export type AttackFingerprint = z.infer<typeof attackFingerprintSchema>

/** A group of attempts that belong together. */
export const attackSchema = z.object({
  id: uuid,
  environmentId: uuid,
  kind: z.enum(attackKinds),
  eventType: assessmentKeySchema,
  /** Time of the first and of the last attempt. */
  startedAt: time,
  lastAt: time,
  /** When the service found it. */
  foundAt: time,
  /** Null: it goes on. */
  endedAt: time.nullable(),
  attempts: count,
  failed: count,
  /** Accounts that were tried. */
  accounts: count,
  /** Accounts with an attempt that got through after others of the attack had failed. */
  fallen: count,
  /** Whether some of its attempts are challenged or rejected now. */
  contained: z.boolean(),
})
export type Attack = z.infer<typeof attackSchema>

/** An account, with the first attempt that got through. */
export const fallenAccountSchema = z.object({
  environmentId: uuid,
  eventType: assessmentKeySchema,
  /** The event, by which it is opened. */
  externalId: z.string(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  lastFour: z.string().nullable(),
  at: time,
  /** Bank or merchant confirmed it; else nobody refused it. */
  confirmed: z.boolean(),
  /** Attempts of the attack on this account that had failed before. */
  failedBefore: count,
})
export type FallenAccount = z.infer<typeof fallenAccountSchema>

const keyTypes = z.array(z.enum(attackKeyTypes)).min(1).max(attackKeyTypes.length)

/** What happens to events with keys of an attack, and for how many hours. */
export const containmentSettingsSchema = z.object({
  action: z.enum(containmentActions),
  /** Kinds of keys that count. */
  keyTypes,
  hours: count.min(1).max(attackLimits.containHours),
  note: z.string().trim().max(attackLimits.note).default(''),
})
export type ContainmentSettings = z.output<typeof containmentSettingsSchema>

/** A containment, in force or over. */
export const attackContainmentSchema = z.object({
  action: z.enum(containmentActions),
  keyTypes,
  note: z.string(),
  by: z.string(),
  from: time,
  /** When it ends, or ended. */
  until: time,
  /** Who ended it before its time; null for nobody. */
  endedBy: z.string().nullable(),
  active: z.boolean(),
})
export type AttackContainment = z.infer<typeof attackContainmentSchema>

export const containmentPreviewSchema = z.object({
  /** Attempts of the attack, and how many of them would have been stopped. */
  attempts: count,
  stopped: count,
  /** Other events of the last 24 hours that would have been stopped, too. */
  others: count,
})
export type ContainmentPreview = z.infer<typeof containmentPreviewSchema>

export const attackDetailSchema = attackSchema.extend({
  fingerprint: attackFingerprintSchema,
  /** `type` and `value` as entities have them, so that addresses are masked. */
  keys: z.array(z.object({ type: z.enum(attackKeyTypes), value: z.string(), attempts: count, failed: count })),
  /** Attempts over time, the oldest step first. */
  timeline: z.object({
    stepMs: count,
    steps: z.array(z.object({ at: time, failed: count, passed: count })),
  }),
  fallenAccounts: z.array(fallenAccountSchema),
  /** The latest first. */
  containments: z.array(attackContainmentSchema),
  checklist: z.array(
    z.object({
      step: z.enum(attackSteps),
      /** Null: not done yet. */
      done: z.object({ by: z.string(), at: time }).nullable(),
    }),
  ),
})
export type AttackDetail = z.infer<typeof attackDetailSchema>

const attackInput = environmentInput.extend({ attackId: uuid })

/** Attacks of an environment; the list has those of the environments below it, too. */
export const attacksContract = {
  list: procedure
    .route({
      method: 'GET',
      path: attacksPath,
      summary: 'Attacks of the environment and those below it, the latest first',
    })
    .input(environmentInput)
    .output(z.array(attackSchema).max(attackLimits.attacks)),
  get: procedure
    .route({ method: 'GET', path: `${attacksPath}/{attackId}`, summary: 'An attack with everything known of it' })
    .input(attackInput)
    .output(attackDetailSchema),
  setStep: procedure
    .route({
      method: 'PUT',
      path: `${attacksPath}/{attackId}/steps/{step}`,
      summary: 'Tick a step of the checklist, or take the tick back',
    })
    .input(attackInput.extend({ step: z.enum(attackSteps), done: z.boolean() }))
    .output(attackDetailSchema.shape.checklist),
  preview: procedure
    .route({
      method: 'POST',
      path: `${attacksPath}/{attackId}/containment/preview`,
      summary: 'What a containment would have stopped',
    })
    .input(attackInput.extend({ keyTypes }))
    .output(containmentPreviewSchema),
  contain: procedure
    .route({
      method: 'PUT',
      path: `${attacksPath}/{attackId}/containments/{containmentId}`,
      summary: 'Challenge or reject attempts of an attack for some hours; the caller gives the id',
    })
    .input(attackInput.extend({ containmentId: uuid, settings: containmentSettingsSchema }))
    .output(attackDetailSchema),
  release: procedure
    .route({ method: 'DELETE', path: `${attacksPath}/{attackId}/containment`, summary: 'End a containment at once' })
    .input(attackInput)
    .output(attackDetailSchema),
  export: procedure
    .route({
      method: 'GET',
      path: `${attacksPath}/{attackId}/evidence`,
      summary: 'The evidence of an attack as a ZIP archive',
      description: 'Every file is audited.',
    })
    .input(attackInput)
    .output(z.file()),
}
