import { z } from 'zod'
import { decisionSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { boosterFields, boosterLevels, boosterObstacles, boosterSources } from './booster-definitions.ts'
import { boosterSharingSchema } from './booster-inputs.ts'

const time = z.iso.datetime()
const path = `${environmentRoute}/acceptance-booster`
const levelSchema = z.enum(boosterLevels)

const originSchema = z.object({
  environmentId: uuid,
  /** Name of the environment in which the settings were saved, as it was then. */
  name: z.string(),
})

const changeSchema = z.object({
  at: time,
  by: z.string(),
  /** Version of the terms that were agreed to; null: nothing is shared. */
  terms: z.string().nullable(),
  /** This environment, or the one above it that has set it. */
  origin: originSchema,
})

const childSchema = boosterSharingSchema.extend({
  environmentId: uuid,
  /** Display name. */
  name: z.string(),
  /** 0: nothing was ever saved for it. */
  version: z.number().int(),
  /** Null: nobody has ever set it. */
  changed: changeSchema.nullable(),
})
export type BoosterChild = z.output<typeof childSchema>

const settingsSchema = boosterSharingSchema.extend({
  version: z.number().int(),
  /** Null: nobody has ever set it, here or above. */
  changed: changeSchema.nullable(),
  /** Only production environments share anything. */
  available: z.boolean(),
  /** All environments below, in the order of their names. */
  children: z.array(childSchema),
  /** Names of the banks and networks that take part in this installation. */
  participants: z.array(z.string()),
})
export type BoosterSettings = z.output<typeof settingsSchema>

const shareSchema = z.object({ share: z.number(), low: z.number(), high: z.number() })
const groupSchema = z.object({
  messages: z.number().int(),
  /** Those that a bank has approved or declined. */
  answered: z.number().int(),
  /** Share of the answers that approve, with its interval of 95 %; null: there are too few. */
  approval: shareSchema.nullable(),
})
export type BoosterGroup = z.output<typeof groupSchema>

const figuresSchema = z.object({
  days: z.number().int(),
  sent: z.number().int(),
  waiting: z.number().int(),
  failed: z.number().int(),
  /** Purchases whose message was sent, or would have been had the receiver accepted it. */
  shared: groupSchema,
  /** Those of the held-out share. */
  control: groupSchema,
  /** The difference of both shares, with its interval of 95 %; null: one of them is missing. */
  difference: shareSchema.nullable(),
})
export type BoosterFigures = z.output<typeof figuresSchema>

const purchaseSchema = z.object({
  eventId: uuid,
  externalId: z.string(),
  at: time,
  decision: decisionSchema.nullable(),
  riskScore: z.number().int(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
})
export type BoosterPurchase = z.output<typeof purchaseSchema>

/** A message as the bank or network gets it: what the purchase does not have is left out. */
const messageSchema = z.object({
  assessment: z.object({ decision: decisionSchema, riskScore: z.number().int() }),
  location: z.object({ country: z.string().optional(), city: z.string().optional() }).optional(),
  deviceId: z.string().optional(),
  /** The last four digits. */
  cardNumber: z.string(),
  amount: z.object({ value: z.number(), currency: z.string() }).optional(),
  bin: z.string().optional(),
  email: z.string().optional(),
  mobilePhone: z.string().optional(),
})
export type BoosterMessage = z.output<typeof messageSchema>

const sourceSchema = z.object({
  kind: z.enum(boosterSources),
  /** Of a field of the sent event or of the answer. */
  path: z.string(),
})
export type BoosterSourcePath = z.output<typeof sourceSchema>

const previewSchema = z.object({
  /** Null: the environment has no purchase yet. */
  purchase: purchaseSchema.nullable(),
  level: levelSchema.exclude(['off']),
  /** Why nothing would leave; null: the message would. */
  obstacle: z.enum(boosterObstacles).nullable(),
  /** It belongs to the share about which nothing is shared, as the settings in force say. */
  heldOut: z.boolean(),
  /** Null: there is none. Values that the caller may not see are masked. */
  message: messageSchema.nullable(),
  /** Where each value of the message comes from, in its order. */
  sources: z.array(z.object({ field: z.enum(boosterFields), from: z.array(sourceSchema) })),
  /** The message as text, with masked values where the caller may not see them. */
  text: z.string().nullable(),
  /** Number of bytes that leave. */
  bytes: z.number().int(),
  /** The text differs from what leaves: the caller may not see all of it. */
  masked: z.boolean(),
})
export type BoosterPreview = z.output<typeof previewSchema>

/** Sharing of what is known about a purchase with the bank or network of its card. */
export const boosterContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'The settings of an environment and of those below it' })
    .input(environmentInput)
    .output(settingsSchema),
  save: procedure
    .route({
      method: 'PUT',
      path,
      summary: 'Change the settings of an environment and of all below it',
      description:
        'Overwrites the environments below, which are named with their versions: refused with `version.conflict` where others, or others of their versions, would change. Sharing needs the consent to the terms.',
    })
    .input(
      environmentInput.extend({
        baseVersion: z.number().int().min(0),
        ...boosterSharingSchema.shape,
        /** Version of the terms that the caller agrees to; null: none. */
        terms: z.string().max(40).nullable(),
        /** The environments below that the caller was shown as changing. */
        children: z.array(z.object({ environmentId: uuid, version: z.number().int().min(0) })).max(1000),
      }),
    )
    .output(settingsSchema),
  figures: procedure
    .route({
      method: 'GET',
      path: `${path}/figures`,
      summary: 'Messages of the last days, and what banks approved with and without them',
    })
    .input(environmentInput)
    .output(figuresSchema),
  purchases: procedure
    .route({ method: 'GET', path: `${path}/purchases`, summary: 'The newest purchases, to preview the message of one' })
    .input(environmentInput)
    .output(z.object({ purchases: z.array(purchaseSchema) })),
  preview: procedure
    .route({
      method: 'GET',
      path: `${path}/preview`,
      summary: 'The message about a purchase as it would leave, byte by byte',
      description: 'About the newest purchase without an id. Sends nothing.',
    })
    .input(
      environmentInput.extend({
        level: levelSchema.exclude(['off']),
        /** The merchant's id of the purchase, or the id of its event. */
        id: z.string().min(1).max(128).optional(),
      }),
    )
    .output(previewSchema),
}
