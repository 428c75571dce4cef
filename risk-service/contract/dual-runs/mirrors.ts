import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { dualRunExampleSchema, dualRunGroupSchema, dualRunReportSchema } from './dual-run-report.ts'
import { dualRunWordsSchema } from './dual-runs.ts'

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)

/**
 * `batch`: events of one call; `events`: of one mirror; `hours`: of the parity by hour; `differences`: the newest ones
 * that are shown.
 */
export const mirrorLimits = { batch: 500, events: 250_000, hours: 168, differences: 20 } as const

/** Why an event of a call was not stored. */
export const mirrorRefusals = ['notAnEvent', 'noAnswer', 'noTime', 'unknownType', 'invalid'] as const
export type MirrorRefusal = (typeof mirrorRefusals)[number]

/** Why stored events wait: no rule is active that could decide them, or the comparison failed. */
export const mirrorFailures = ['noRules', 'internal'] as const
export type MirrorFailure = (typeof mirrorFailures)[number]

/** Figures of the events that were compared until now; amounts in US cents. */
export const mirrorFiguresSchema = dualRunReportSchema
  .pick({ compared: true, same: true, sameRule: true, differing: true, parity: true, matrix: true, groups: true })
  .extend({
    /** Oldest first. */
    hours: z.array(z.object({ hour: time, compared: count, same: count })),
    /** Newest first. */
    newest: z.array(dualRunExampleSchema.extend({ group: dualRunGroupSchema.omit({ examples: true }) })),
    skipped: z.object({
      /** A repeated id counts once, with its first answer. */
      duplicates: count,
      /** Their assessment accepts them no more. */
      invalid: count,
      words: z.array(z.object({ word: z.string(), events: count })),
    }),
  })
export type MirrorFigures = z.infer<typeof mirrorFiguresSchema>

/** A mirror: a former system still decides, and sends its decisions here to be compared. Nothing here acts on them. */
export const mirrorSchema = z.object({
  id: uuid,
  environmentId: uuid,
  /** An ended mirror receives nothing. */
  state: z.enum(['running', 'ended']),
  words: dualRunWordsSchema,
  received: count,
  /** Of events that were sent, how many were refused; the answer of each call names them. */
  refused: count,
  waiting: count,
  /** When the latest call arrived. */
  receivedAt: time.nullable(),
  /** Times of the first and of the latest event that were compared. */
  from: time.nullable(),
  to: time.nullable(),
  failure: z.enum(mirrorFailures).nullable(),
  notes: dualRunReportSchema.shape.notes,
  /** What decides now, and since when: earlier decisions were made by other rules, lists or models. */
  ruleSet: z.object({ sha256: z.string(), since: time }).nullable(),
  /** Windows over which the active rules read velocities, the shortest first: they begin empty. */
  windows: z.array(
    z.object({ count: z.number().int().min(1), unit: z.enum(['s', 'm', 'h', 'd']), velocities: z.array(z.string()) }),
  ),
  figures: mirrorFiguresSchema,
  startedBy: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type Mirror = z.infer<typeof mirrorSchema>

const mirrorPath = `${environmentRoute}/mirror`
const oneMirror = environmentInput.extend({ mirrorId: uuid })

export const mirrorsContract = {
  get: procedure
    .route({ method: 'GET', path: mirrorPath, summary: 'The mirror of the environment with its figures' })
    .input(environmentInput)
    .output(z.object({ mirror: mirrorSchema.nullable() })),
  start: procedure
    .route({
      method: 'POST',
      path: mirrorPath,
      summary: 'Receive decisions of a former system and compare them',
      description: 'The caller gives the id: repeating a call is safe. An environment has one mirror.',
      successStatus: 201,
    })
    .input(oneMirror.extend({ words: dualRunWordsSchema.default([]) }))
    .output(mirrorSchema),
  end: procedure
    .route({
      method: 'POST',
      path: `${mirrorPath}/{mirrorId}/end`,
      summary: 'End a mirror; its figures stay, and what was received is compared',
    })
    .input(oneMirror)
    .output(mirrorSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${mirrorPath}/{mirrorId}`, summary: 'Remove an ended mirror with its events' })
    .input(oneMirror)
    .output(z.object({ deleted: z.boolean() })),
}
