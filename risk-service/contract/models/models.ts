import { z } from 'zod'
import { uuid, versionInPath } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { modelKinds } from './model-definitions.ts'

/*
 * Models that score: `risk` (Model.Risk() and @"riskScore") and `bot` (Model.Bot()). Version 0 ships with the product;
 * it is active until a trained one is.
 */

export type ModelKind = (typeof modelKinds)[number]

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)
const share = z.number().min(0).max(1)

/** Quality of a trained model, measured on events that it was not trained with. */
export const modelCardSchema = z.object({
  /** Labelled events of its training and its measurement, and the first and last of them. */
  rows: count,
  frauds: count,
  from: time,
  to: time,
  /** The newest events in order of time are held out for the measurement. */
  heldOut: z.object({ rows: count, frauds: count }),
  auc: share,
  caughtAtOnePercent: share,
  calibrationError: share,
  /** The model learnt almost nothing. */
  weak: z.boolean(),
  calibration: z.array(z.object({ predicted: share, actual: share, rows: count })),
  thresholds: z.array(
    z.object({ score: count, precision: share.nullable(), recall: share, falsePositives: share, events: count }),
  ),
  /**
   * Largest share of the score first. Points per bin: below the first cut, from each cut on; `unknown` for a missing
   * value.
   */
  features: z.array(
    z.object({
      id: z.string(),
      means: z.string(),
      computed: z.string(),
      share,
      cuts: z.array(z.number()),
      points: z.array(z.number().int()),
      unknown: z.number().int(),
    }),
  ),
  /** Features that the training considered and did not use. */
  unused: z.array(z.string()),
})
export type ModelCard = z.infer<typeof modelCardSchema>

export const modelVersionSchema = z.object({
  version: count,
  shipped: z.boolean(),
  active: z.boolean(),
  trainedAt: time.nullable(),
  /** Null for a model of the schedule and for the shipped one. */
  trainedBy: z.string().nullable(),
  rows: count.nullable(),
  auc: share.nullable(),
  caughtAtOnePercent: share.nullable(),
  weak: z.boolean(),
})
export type ModelVersion = z.infer<typeof modelVersionSchema>

export const modelTrainingSchema = z.object({
  id: uuid,
  kind: z.enum(modelKinds),
  state: z.enum(['waiting', 'running', 'done', 'refused', 'cancelled', 'failed']),
  progress: share,
  reason: z.enum(['tooFewLabels', 'oneClass', 'constantFeatures']).nullable(),
  rows: count.nullable(),
  frauds: count.nullable(),
  version: count.nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: time,
  finishedAt: time.nullable(),
})
export type ModelTraining = z.infer<typeof modelTrainingSchema>

/**
 * A trained model as it is stored: log odds of fraud = intercept + Σ weight of the bin that contains the value.
 * Calibration is worked into the numbers; the weights of a feature average 0 over the events of the training, so that
 * the intercept is the average event and a contribution is the distance of this event from it.
 */
export interface Scorecard {
  format: 1
  intercept: number
  features: { id: string; cuts: number[]; weights: number[]; unknown: number }[]
}

const modelInput = environmentInput.extend({ kind: z.enum(modelKinds) })
const trainingInput = environmentInput.extend({ trainingId: uuid })
const modelsPath = `${environmentRoute}/models`

export const modelsContract = {
  list: procedure
    .route({
      method: 'GET',
      path: `${modelsPath}/{kind}`,
      summary: 'Versions of a model, newest first, and its latest training',
    })
    .input(modelInput)
    .output(
      z.object({
        versions: z.array(modelVersionSchema),
        labels: z.object({ rows: count, frauds: count }),
        training: modelTrainingSchema.nullable(),
      }),
    ),
  get: procedure
    .route({
      method: 'GET',
      path: `${modelsPath}/{kind}/versions/{version}`,
      summary: 'A version with its card; the shipped one has none',
    })
    .input(modelInput.extend({ version: versionInPath }))
    .output(modelVersionSchema.extend({ card: modelCardSchema.nullable() })),
  train: procedure
    .route({
      method: 'PUT',
      path: `${modelsPath}/{kind}/trainings/{trainingId}`,
      summary: 'Train a model from the labels of now, in the background',
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(modelInput.extend({ trainingId: uuid }))
    .output(modelTrainingSchema),
  trainingStatus: procedure
    .route({ method: 'GET', path: `${modelsPath}/trainings/{trainingId}`, summary: 'Progress of a training' })
    .input(trainingInput)
    .output(modelTrainingSchema),
  cancelTraining: procedure
    .route({
      method: 'POST',
      path: `${modelsPath}/trainings/{trainingId}/cancel`,
      summary: 'Stop a training; nothing of it remains',
    })
    .input(trainingInput)
    .output(modelTrainingSchema),
  activate: procedure
    .route({
      method: 'POST',
      path: `${modelsPath}/{kind}/versions/{version}/activate`,
      summary: 'Score with this version from now on; 0 is the shipped one',
    })
    .input(modelInput.extend({ version: versionInPath }))
    .output(modelVersionSchema),
}
