import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  retailAddressOf,
  retailEntities,
  retailFailures,
  retailLimits,
  retailStatuses,
  retailSyncStatuses,
} from './retail-definitions.ts'

const time = z.iso.datetime()
const path = `${environmentRoute}/retail-connector`

const syncSchema = z.object({
  id: uuid,
  startedAt: time,
  /** Null: it goes on. */
  finishedAt: time.nullable(),
  status: z.enum(retailSyncStatuses),
  failure: z.enum(retailFailures).nullable(),
  /** Rows that were read, and those among them that were new or different. */
  rows: z.number().int(),
  changed: z.number().int(),
  /** Rows that were left out for their faults, and lines of no stored transaction. */
  refused: z.number().int(),
})
export type RetailSync = z.output<typeof syncSchema>

const connectionSchema = z.object({
  address: z.string(),
  status: z.enum(retailStatuses),
  /** Why the last synchronisation failed; null in every status but Error. */
  failure: z.enum(retailFailures).nullable(),
  createdAt: time,
  createdBy: z.string(),
  /** End of the last synchronisation that did not fail; null: there was none. */
  lastSyncAt: time.nullable(),
  /** Null while disconnected. */
  nextSyncAt: time.nullable(),
  /** A synchronisation goes on, or waits for its turn. */
  syncing: z.boolean(),
})
export type RetailConnection = z.output<typeof connectionSchema>

const retailSchema = z.object({
  /** Name of the retail system, for people. */
  system: z.string(),
  /** The installation has an application that retail environments issue tokens to. */
  available: z.boolean(),
  /** Null: this environment was never connected. */
  connection: connectionSchema.nullable(),
  /** Days of the stored transactions where they cover no full month (U-40), once something was synchronised; else null. */
  shortPeriod: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  syncs: z.array(syncSchema),
})
export type RetailConnectorState = z.output<typeof retailSchema>

const issueSchema = z.object({
  entity: z.enum(retailEntities),
  /** Identifies the row: number of the transaction, store, terminal and line. */
  key: z.string(),
  column: z.string(),
  /** Code of the check of uploaded files; null: the value cannot be stored. */
  code: z.string().nullable(),
  message: z.string(),
})
export type RetailIssue = z.output<typeof issueSchema>

const address = z
  .string()
  .trim()
  .max(retailLimits.address)
  .transform((text, context) => {
    const origin = retailAddressOf(text)
    if (origin !== null) return origin
    context.addIssue({ code: 'custom', message: 'Enter the https address of your environment.' })
    return z.NEVER
  })

const failures =
  'Refused with `retail.unreachable`, `retail.unauthorized` and so on where the retail environment does not answer as it should, and with `retail.notAvailable` where the installation has no application for it.'

/** The connection of an environment to a retail system, whose transactions loss prevention reads. */
export const retailConnectorContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'The connection with its latest synchronisations' })
    .input(environmentInput)
    .output(retailSchema),
  connect: procedure
    .route({
      method: 'POST',
      path: `${path}/connect`,
      summary: 'Connect to a retail environment',
      description: failures,
    })
    .input(environmentInput.extend({ url: address }))
    .output(retailSchema),
  reconnect: procedure
    .route({
      method: 'POST',
      path: `${path}/reconnect`,
      summary: 'Connect to the stored address again',
      description: failures,
    })
    .input(environmentInput)
    .output(retailSchema),
  disconnect: procedure
    .route({ method: 'POST', path: `${path}/disconnect`, summary: 'End the connection; imported data stays' })
    .input(environmentInput)
    .output(retailSchema),
  sync: procedure
    .route({ method: 'POST', path: `${path}/sync`, summary: 'Read the retail environment as soon as possible' })
    .input(environmentInput)
    .output(retailSchema),
  issues: procedure
    .route({ method: 'GET', path: `${path}/syncs/{syncId}/issues`, summary: 'Rows that a synchronisation left out' })
    .input(environmentInput.extend({ syncId: uuid }))
    .output(z.object({ issues: z.array(issueSchema) })),
}
