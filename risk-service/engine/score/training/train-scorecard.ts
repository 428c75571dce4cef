import { minimumLabels as fewest } from '../../../contract/models/model-definitions.ts'
import { hashFraction } from '../../lib/fnv-hash.ts'
import { type Scorecard, scoreOf } from '../scorecard.ts'
import { type Bins, binOf, createBins, type Direction } from '../statistics/bins.ts'
import { at, fitLogistic, fitPlatt, sigmoid } from '../statistics/logistic.ts'
import { type ModelQuality, measureQuality } from './quality.ts'

/** Labelled events, feature by feature: NaN is unknown. */
export interface Sample {
  features: readonly { id: string; direction: Direction }[]
  columns: readonly Float64Array[]
  labels: Uint8Array
}

/** The rows for training, calibration and hold-out; together they are all. */
export interface Split {
  learn: Uint32Array
  calibrate: Uint32Array
  test: Uint32Array
}

/** Minimum of labels for the training of a model. */
export { fewest }

type TrainingRefusal = 'tooFewLabels' | 'oneClass' | 'constantFeatures'
export type TrainingOutcome =
  | {
      kind: 'trained'
      card: Scorecard
      quality: ModelQuality
      features: { id: string; value: number; share: number }[]
      dropped: string[]
    }
  | { kind: 'refused'; reason: TrainingRefusal; rows: number; frauds: number }

/**
 * Information value below which a feature is noise (Siddiqi, Credit Risk Scorecards, chapter 6, calls less than 0.02
 * unpredictive).
 */
const minInformationValue = 0.004
const ridge = 2
const maxFeatures = 40

/** Trains, calibrates and measures a scorecard. Pure; refuses samples from which no model can be trained. */
export function trainScorecard(
  sample: Sample,
  split: Split,
  onProgress: (share: number) => void = () => undefined,
): TrainingOutcome {
  const { labels } = sample
  const frauds = labels.reduce((sum, label) => sum + label, 0)
  const refused = (reason: TrainingRefusal): TrainingOutcome => ({
    kind: 'refused',
    reason,
    rows: labels.length,
    frauds,
  })
  if (labels.length >= fewest.rows && (frauds === 0 || frauds === labels.length)) return refused('oneClass')
  if (labels.length < fewest.rows || Math.min(frauds, labels.length - frauds) < fewest.perClass)
    return refused('tooFewLabels')
  const learnt = selectLabels(labels, split.learn)
  const positives = learnt.reduce((sum, label) => sum + label, 0)
  if (positives === 0 || positives === learnt.length || split.calibrate.length === 0 || split.test.length === 0)
    return refused('tooFewLabels')

  const candidates: Candidate[] = []
  sample.features.forEach(({ id, direction }, index) => {
    const column = sample.columns[index] as Float64Array
    const bins = createBins(selectRows(column, split.learn), learnt, direction)
    onProgress((0.5 * (index + 1)) / sample.features.length)
    if (bins === null || bins.value < minInformationValue) return
    candidates.push({
      id,
      bins,
      places: Uint8Array.from(column, value => (Number.isNaN(value) ? bins.woe.length : binOf(bins.cuts, value))),
    })
  })
  if (candidates.length === 0) return refused('constantFeatures')
  candidates.sort((a, b) => b.bins.value - a.bins.value)
  const selected = candidates.slice(0, maxFeatures)
  // Calibrated on rows outside the training; then the weights are fitted to those, too, and retain the calibration.
  const { slope, offset } = fitPlatt(
    selectRows(logitsOf(selected, weightsOf(selected, labels, split.learn), labels.length), split.calibrate),
    selectLabels(labels, split.calibrate),
  )
  onProgress(0.75)
  const trainingRows = Uint32Array.from([...split.learn, ...split.calibrate]).sort()
  const last = weightsOf(selected, labels, trainingRows)
  const logits = logitsOf(selected, last, labels.length)
  const card: Scorecard = { format: 1, intercept: slope * last.intercept + offset, features: [] }
  const shares: { id: string; value: number; share: number }[] = []
  selected.forEach(({ id, bins, places }, index) => {
    const weights = (last.weights[index] as Float64Array).map(weight => slope * weight)
    if (weights.every(weight => weight === 0)) return
    let mean = 0
    for (const i of trainingRows) mean += at(weights, at(places, i))
    mean /= trainingRows.length
    let spread = 0
    for (const i of trainingRows) spread += (at(weights, at(places, i)) - mean) ** 2
    card.intercept += mean
    const centred = [...weights].map(weight => weight - mean)
    card.features.push({ id, cuts: bins.cuts, weights: centred.slice(0, -1), unknown: centred.at(-1) ?? 0 })
    shares.push({ id, value: bins.value, share: Math.sqrt(spread / trainingRows.length) })
  })
  onProgress(0.95)
  const total = shares.reduce((sum, { share }) => sum + share, 0) || 1
  const test = Float64Array.from(split.test, i => slope * at(logits, i) + offset)
  return {
    kind: 'trained',
    card,
    quality: measureQuality(test.map(sigmoid), test.map(scoreOf), selectLabels(labels, split.test)),
    features: shares.map(feature => ({ ...feature, share: feature.share / total })).sort((a, b) => b.share - a.share),
    dropped: sample.features.map(({ id }) => id).filter(id => !shares.some(other => other.id === id)),
  }
}

/** A feature with the bin of each row; the index after the last bin is the unknown one. */
interface Candidate {
  id: string
  bins: Bins
  places: Uint8Array
}
/** A weight per bin of each feature. */
interface Model {
  intercept: number
  weights: Float64Array[]
}

/** Rows of curvature that tie the weight of a bin to the weight of its whole feature. */
const hold = 4
const rounds = 25

/**
 * Returns the weights, in two steps. First each feature gets one weight, which its bins share by their weight of
 * evidence. Then the weight of each bin is adjusted by itself, with a penalty on the distance, because a value can mean
 * something else beside the other features than alone: one Newton step per bin, feature by feature, until nothing
 * changes.
 */
function weightsOf(features: readonly Candidate[], labels: Uint8Array, rows: Uint32Array): Model {
  const learnt = selectLabels(labels, rows)
  const places = features.map(feature => selectLabels(feature.places, rows))
  const woes = features.map(({ bins }) => Float64Array.from([...bins.woe, bins.unknown]))
  const first = fitLogistic(
    places.map((place, index) => Float64Array.from(place, bin => at(woes[index] as Float64Array, bin))),
    learnt,
    ridge,
  )
  const start = woes.map((woe, index) => woe.map(value => value * at(first.weights, index)))
  const model: Model = { intercept: first.intercept, weights: start.map(weights => weights.slice()) }
  const logits = new Float64Array(rows.length).fill(model.intercept)
  places.forEach((place, index) => {
    for (let i = 0; i < logits.length; i++) logits[i] = at(logits, i) + at(start[index] as Float64Array, at(place, i))
  })
  for (let round = 0; round < rounds; round++) {
    let largest = 0
    places.forEach((place, index) => {
      if (at(first.weights, index) < 0.01) return
      const weights = model.weights[index] as Float64Array
      const before = start[index] as Float64Array
      const gradient = new Float64Array(weights.length)
      const curvature = new Float64Array(weights.length)
      for (let i = 0; i < logits.length; i++) {
        const p = sigmoid(at(logits, i))
        const bin = at(place, i)
        gradient[bin] = at(gradient, bin) + at(learnt, i) - p
        curvature[bin] = at(curvature, bin) + p * (1 - p)
      }
      const moves = weights.map((weight, bin) =>
        Math.max(
          -1,
          Math.min(1, (at(gradient, bin) - hold * (weight - at(before, bin))) / (at(curvature, bin) + hold)),
        ),
      )
      moves.forEach((move, bin) => {
        weights[bin] = at(weights, bin) + move
        largest = Math.max(largest, Math.abs(move))
      })
      for (let i = 0; i < logits.length; i++) logits[i] = at(logits, i) + at(moves, at(place, i))
    })
    if (largest < 0.003) break
  }
  features.forEach((_, index) => {
    if (at(first.weights, index) < 0.01) model.weights[index] = new Float64Array((start[index] as Float64Array).length)
  })
  return model
}

function logitsOf(features: readonly Candidate[], { intercept, weights }: Model, rows: number): Float64Array {
  const logits = new Float64Array(rows).fill(intercept)
  features.forEach(({ places }, index) => {
    const own = weights[index] as Float64Array
    for (let i = 0; i < rows; i++) logits[i] = at(logits, i) + at(own, at(places, i))
  })
  return logits
}

const selectRows = (values: Float64Array, rows: Uint32Array): Float64Array =>
  Float64Array.from(rows, i => at(values, i))
const selectLabels = (values: Uint8Array, rows: Uint32Array): Uint8Array => Uint8Array.from(rows, i => at(values, i))

/**
 * Splits rows in the order of time: the last part is held out, and the part before it calibrates. The first `warmUp`
 * rows are not used for training: the events before them are unknown, so that their histories are emptier than those of
 * later events ever will be.
 */
export function splitByTime(rows: number, warmUp = 0, held = 0.2): Split {
  const test = Math.floor(rows * (1 - held))
  const from = Math.min(warmUp, Math.floor(test / 2))
  const calibrate = from + Math.floor((test - from) * 0.8)
  return { learn: range(from, calibrate), calibrate: range(calibrate, test), test: range(test, rows) }
}

/**
 * Splits rows by groups: those of one group (`groups[i]` equal) stay together. Groups are drawn pseudo-randomly, always
 * the same, within strata of equal size and number of frauds: a fifth is held out, a fifth of the others calibrates.
 */
export function splitByGroup(groups: readonly string[], labels: Uint8Array): Split {
  const members = new Map<string, number[]>()
  groups.forEach((group, i) => {
    const rows = members.get(group)
    if (rows) rows.push(i)
    else members.set(group, [i])
  })
  const drawn = [...members.values()]
    .map(rows => ({
      rows,
      frauds: rows.reduce((sum, i) => sum + at(labels, i), 0),
      place: hashFraction(String(rows[0])),
    }))
    .sort((a, b) => a.rows.length - b.rows.length || a.frauds - b.frauds || a.place - b.place)
  const parts: [learn: number[], calibrate: number[], test: number[]] = [[], [], []]
  drawn.forEach(({ rows }, index) =>
    parts[
      index % 5 === 4 ? 2 : index % 25 === 3 || index % 25 === 8 || index % 25 === 13 || index % 25 === 18 ? 1 : 0
    ].push(...rows),
  )
  const [learn, calibrate, test] = parts.map(part => Uint32Array.from(part).sort()) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  return { learn, calibrate, test }
}

const range = (from: number, to: number): Uint32Array =>
  Uint32Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
