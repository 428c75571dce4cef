import { z } from 'zod'
import { assessmentKeySchema, decisionSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { dualRunReportSchema } from './dual-run-report.ts'

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)

const mebibyte = 1024 * 1024
/**
 * `fileSize`: bytes of a file as it is sent, packed or not, and `unpacked` of its content; `npm run dual-run` reads
 * larger ones. `attempts`: how often a run starts that the end of the process has interrupted.
 */
export const dualRunLimits = {
  fileSize: 20 * mebibyte,
  unpacked: 256 * mebibyte,
  stored: 20,
  queued: 3,
  words: 50,
  attempts: 2,
} as const

/** Why a dual run has no report: what is wrong with the file, or with the environment. */
export const dualRunFailures = [
  'empty',
  'noEvents',
  'noAnswers',
  'notJson',
  'documentTooLong',
  'tooLong',
  'damaged',
  'noRules',
  'interrupted',
  'internal',
] as const
export type DualRunFailure = (typeof dualRunFailures)[number]

/** Decisions by the words of the former system, such as `Declined`; the names of decisions need no entry. */
export const dualRunWordsSchema = z
  .array(z.object({ word: z.string().trim().min(1).max(40), decision: decisionSchema }))
  .max(dualRunLimits.words)
export type DualRunWords = z.infer<typeof dualRunWordsSchema>

export const dualRunSchema = z.object({
  id: uuid,
  environmentId: uuid,
  fileName: z.string(),
  fileSize: count,
  /** The assessment of a search export, whose rows do not name one. */
  eventType: z.string(),
  words: dualRunWordsSchema,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.object({ events: count, total: count }),
  failure: z.enum(dualRunFailures).nullable(),
  /** Percent, and the numbers of a report that is done. */
  summary: z.object({ parity: z.number(), compared: count, differing: count }).nullable(),
  startedBy: z.string(),
  createdAt: time,
  finishedAt: time.nullable(),
})
export type DualRun = z.infer<typeof dualRunSchema>

/** `reportSha256`: of the report as JSON, for the print of it; `signature`: of that digest, with the key of this installation. */
export const dualRunDetailSchema = dualRunSchema.extend({
  report: dualRunReportSchema.nullable(),
  reportSha256: z.string().nullable(),
  signature: z.object({ jws: z.string(), keyId: z.string(), signedAt: time }).nullable(),
})
export type DualRunDetailed = z.infer<typeof dualRunDetailSchema>

const dualRunsPath = `${environmentRoute}/dual-runs`
const oneDualRun = environmentInput.extend({ dualRunId: uuid })

export const dualRunsContract = {
  start: procedure
    .route({
      method: 'POST',
      path: dualRunsPath,
      summary: 'Decide events of a former system again and compare the decisions',
      description: 'The caller gives the id: repeating a call is safe.',
      successStatus: 201,
    })
    .input(
      oneDualRun.extend({
        file: z.file(),
        eventType: assessmentKeySchema.default('purchase'),
        words: dualRunWordsSchema.default([]),
      }),
    )
    .output(dualRunSchema),
  list: procedure
    .route({ method: 'GET', path: dualRunsPath, summary: 'The latest dual runs' })
    .input(environmentInput)
    .output(z.array(dualRunSchema)),
  get: procedure
    .route({ method: 'GET', path: `${dualRunsPath}/{dualRunId}`, summary: 'One dual run with progress and report' })
    .input(oneDualRun)
    .output(dualRunDetailSchema),
  cancel: procedure
    .route({
      method: 'POST',
      path: `${dualRunsPath}/{dualRunId}/cancel`,
      summary: 'Stop a dual run; nothing of it stays',
    })
    .input(oneDualRun)
    .output(z.object({ cancelled: z.boolean() })),
  remove: procedure
    .route({ method: 'DELETE', path: `${dualRunsPath}/{dualRunId}`, summary: 'Remove a dual run' })
    .input(oneDualRun)
    .output(z.object({ deleted: z.boolean() })),
}
