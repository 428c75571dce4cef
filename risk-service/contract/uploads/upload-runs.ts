import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { uploadAreas, uploadEntityNames } from './upload-entities.ts'
import { uploadFormatNames } from './upload-formats.ts'
import {
  uploadErrorChoices,
  uploadFileOutcomes,
  uploadRunFailures,
  uploadRunLimits,
  uploadRunPhases,
  uploadRunStates,
} from './upload-run-definitions.ts'

const time = z.iso.datetime()
const count = z.number().int()
const share = z.number().nullable()
const entityName = z.enum(uploadEntityNames)
const severity = z.enum(['error', 'warning'])

/**
 * One file of a run. Of the rows that were read, each is accepted (stored; in a dry run: would be stored), rejected
 * because of its errors, or skipped.
 */
const runFileSchema = z.object({
  entity: entityName,
  fileName: z.string(),
  /** Bytes. */
  size: count,
  outcome: z.enum(uploadFileOutcomes),
  read: count,
  accepted: count,
  /** Accepted rows that replaced a stored one of the same key. */
  replaced: count,
  rejected: count,
  /**
   * Rows that are not stored though they have no error: a later row of the file has the same key, no row of the parent
   * has theirs, or the stored record came from the risk API and is not older.
   */
  skipped: count,
  errors: count,
  warnings: count,
  /** All issues by their code. */
  counts: z.array(z.object({ code: z.string(), severity, count })),
  /** Columns whose refused values are all of one other format, or of several if it is ambiguous. */
  formats: z.array(
    z.object({ attribute: z.string(), column: z.string(), values: count, formats: z.array(z.enum(uploadFormatNames)) }),
  ),
  /** False: the file, or that of its parent, has more keys than are compared: later rows are not in U-22 and U-23. */
  keysComplete: z.boolean(),
})
export type UploadRunFile = z.infer<typeof runFileSchema>

export const uploadRunSchema = z.object({
  id: uuid,
  area: z.enum(uploadAreas),
  entities: z.array(entityName),
  /** Checks and reports, and stores nothing. */
  dryRun: z.boolean(),
  onErrors: z.enum(uploadErrorChoices),
  state: z.enum(uploadRunStates),
  phase: z.enum(uploadRunPhases).nullable(),
  /** Of the phase; zero while the run waits. */
  progress: z.object({ entity: entityName.nullable(), rows: count, totalRows: count, bytes: count, totalBytes: count }),
  /** A cancellation was requested, and takes effect after the current step. */
  cancelling: z.boolean(),
  requestedBy: z.string(),
  requestedAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** Why it failed, with the correlation id under which the log has more; null in every state but Failed. */
  failure: z.object({ reason: z.enum(uploadRunFailures), correlationId: z.string() }).nullable(),
  files: z.array(runFileSchema),
  /** Until when the error file can be downloaded; null without one. */
  errorFileUntil: time.nullable(),
})
export type UploadRun = z.infer<typeof uploadRunSchema>

/** `good`: whether the figure reaches its limit; null without a value. */
const figure = z.object({ value: z.number().nullable(), good: z.boolean().nullable() })

/** Figures of all uploaded purchases and chargebacks of the environment, as they were when the run had stored its rows. */
const purchaseStatisticsSchema = z.object({
  /** Days from the first to the last date of a purchase, both included. */
  period: figure.extend({ from: time.nullable(), to: time.nullable() }),
  transactions: figure,
  chargebacks: figure,
  /** Chargebacks per 10,000 purchases. */
  chargebackBasisPoints: figure,
  /** Share of the chargebacks whose purchase is stored. */
  chargebackMatchRate: figure,
  /** Of the files of this run, the emptiest first: attributes that have a column. */
  emptyValues: z.array(
    z.object({ entity: entityName, attribute: z.string(), empty: count, rows: count, share, good: z.boolean() }),
  ),
  /** Of the files of this run. */
  formattingErrors: z.array(
    z.object({
      entity: entityName,
      attribute: z.enum(['UserCountryCode', 'Currency']),
      count,
      rows: count,
      share,
      good: z.boolean(),
    }),
  ),
  uniqueEntities: z.array(
    z.object({
      attribute: z.enum(['IPAddress', 'UserId', 'UserEmail']),
      distinct: count,
      rows: count,
      share,
      good: z.boolean().nullable(),
    }),
  ),
})
export type UploadPurchaseStatistics = z.infer<typeof purchaseStatisticsSchema>

/** Figures of all stored transactions of loss prevention, as they were when the run had stored its rows. */
const lossStatisticsSchema = z.object({
  /** Full months, and the first and last day, both included. */
  months: figure.extend({ from: time.nullable(), to: time.nullable() }),
  transactions: count,
  staff: count,
  terminals: count,
  returns: count,
  discountedLines: count,
  /** Share of the payments with a payment method of PaymentMethod. */
  namedPayments: share,
})
export type UploadLossStatistics = z.infer<typeof lossStatisticsSchema>

export const uploadRunDetailSchema = uploadRunSchema.extend({
  /** Null before the rows are stored, and of loss prevention. */
  statistics: purchaseStatisticsSchema.nullable(),
  /** Null before the rows are stored, and of purchase protection. */
  lossStatistics: lossStatisticsSchema.nullable(),
})
export type UploadRunDetail = z.infer<typeof uploadRunDetailSchema>

export const uploadRunIssueSchema = z.object({
  entity: entityName,
  /** As a spreadsheet counts: the header is row 1; null: the whole file. */
  row: count.nullable(),
  column: z.string().nullable(),
  attribute: z.string().nullable(),
  code: z.string(),
  severity,
  /** In English, as in the error file. */
  message: z.string(),
  /** The cell, shortened, and masked where it looks like a card number; null where the code concerns no cell. */
  value: z.string().nullable(),
  /** Parameters of the message. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type UploadRunIssue = z.infer<typeof uploadRunIssueSchema>

const runsPath = `${environmentRoute}/upload-runs`
const runPath = `${runsPath}/{runId}`
const runInput = environmentInput.extend({ runId: uuid })
const cursor = z.string().max(200).optional()

/** Runs, which check uploaded files as a whole and store their rows: by whole data types, one run of an environment at a time. */
export const uploadRunsContract = {
  process: procedure
    .route({
      method: 'POST',
      path: runsPath,
      summary: 'Check and store the uploaded files of data types',
      description:
        'Files in the states Ready, ValidationFailed and ProcessingFailed. It waits for the run before it. Refused with `uploads.busy` while a run has one of the entities.',
    })
    .input(
      environmentInput.extend({
        /** Of one area; the other entities of their data types are processed with them. */
        entities: z
          .array(entityName)
          .min(1)
          .max(uploadEntityNames.length)
          .refine(names => new Set(names).size === names.length, 'Each entity is named once.'),
        /** Checks and reports, and stores nothing. The files are ready to be processed afterwards. */
        dryRun: z.boolean().default(false),
        onErrors: z.enum(uploadErrorChoices).default('stop'),
      }),
    )
    .output(uploadRunSchema),
  runs: procedure
    .route({ method: 'GET', path: runsPath, summary: 'Runs of an environment, the newest first' })
    .input(
      environmentInput.extend({
        area: z.enum(uploadAreas).optional(),
        cursor,
        limit: z.coerce.number().int().min(1).max(uploadRunLimits.pageSize).default(uploadRunLimits.pageSize),
      }),
    )
    .output(z.object({ runs: z.array(uploadRunSchema), nextCursor: z.string().nullable() })),
  run: procedure
    .route({ method: 'GET', path: runPath, summary: 'One run with its statistics' })
    .input(runInput)
    .output(uploadRunDetailSchema),
  runIssues: procedure
    .route({
      method: 'GET',
      path: `${runPath}/issues`,
      summary: 'What is wrong with the files of a run: the first 10,000 issues of each, by entity and row',
      description: 'Empty 28 days after the end of the run, when its error file is removed.',
    })
    .input(
      runInput.extend({
        entity: entityName.optional(),
        code: z
          .string()
          .regex(/^U-\d{2}$/, 'A code has the form U-11.')
          .optional(),
        cursor,
        limit: z.coerce.number().int().min(1).max(uploadRunLimits.issuePageSize).default(100),
      }),
    )
    .output(z.object({ issues: z.array(uploadRunIssueSchema), nextCursor: z.string().nullable() })),
  dailyChargebacks: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/uploaded-chargebacks`,
      summary: 'Uploaded purchases per day with those that were charged back',
    })
    .input(
      environmentInput.extend({
        /** Days, both included; without them all. */
        from: z.iso.date().optional(),
        to: z.iso.date().optional(),
        /** Country of the billing address, else of the shipment. */
        country: z.string().length(2).optional(),
      }),
    )
    .output(
      z.object({
        /** Days with purchases, in their order; basis points are chargebacks per 10,000 purchases of the day. */
        days: z.array(z.object({ day: z.iso.date(), purchases: count, chargebacks: count, basisPoints: z.number() })),
        /** Countries to choose from. */
        countries: z.array(z.string()),
      }),
    ),
  cancelRun: procedure
    .route({
      method: 'POST',
      path: `${runPath}/cancel`,
      summary: 'Cancel a run; batches that it has stored stay',
      description: 'One that waits ends at once, one that is under way after its current step.',
    })
    .input(runInput)
    .output(uploadRunSchema),
  errorFile: procedure
    .route({
      method: 'GET',
      path: `${runPath}/error-file`,
      summary: 'The error file of a run, as text',
      description:
        'Lines of `entity,row,column,code,message`: the first 10,000 issues of each file, then a count of each code. It is there for 28 days.',
    })
    .input(runInput.extend({ entity: entityName.optional() }))
    .output(z.file()),
}
