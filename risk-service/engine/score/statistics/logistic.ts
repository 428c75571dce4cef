/**
 * Logistic regression with an L2 penalty, by Newton's method (iteratively re-weighted least squares; Hastie, Tibshirani
 * and Friedman, The Elements of Statistical Learning, section 4.4.1). `columns[j][i]` is feature j of row i. The
 * intercept is not penalised. The penalty is `ridge / 2 · Σ w²`, on the sum of the rows' log likelihoods.
 * Weights stay at 0 or above: a feature coded by its weight of evidence with a negative weight would contradict its own
 * evidence, and no reason could be stated for it. Each Newton step therefore minimises its quadratic model under that
 * bound, one coordinate after the other (Friedman, Hastie and Tibshirani 2010, section 3, with a bound in place of the
 * lasso).
 */
export function fitLogistic(
  columns: readonly Float64Array[],
  labels: Uint8Array,
  ridge: number,
  iterations = 25,
): { intercept: number; weights: Float64Array } {
  const rows = labels.length
  const size = columns.length + 1
  const weights = new Float64Array(size)
  const positives = labels.reduce((sum, label) => sum + label, 0)
  weights[0] = Math.log((positives + 0.5) / (rows - positives + 0.5))
  const logits = new Float64Array(rows)
  const residual = new Float64Array(rows)
  const spread = new Float64Array(rows)
  for (let round = 0; round < iterations; round++) {
    logits.fill(at(weights, 0))
    columns.forEach((column, j) => {
      const weight = at(weights, j + 1)
      for (let i = 0; i < rows; i++) logits[i] = at(logits, i) + weight * at(column, i)
    })
    for (let i = 0; i < rows; i++) {
      const p = sigmoid(at(logits, i))
      residual[i] = at(labels, i) - p
      spread[i] = Math.max(1e-9, p * (1 - p))
    }
    const gradient = new Float64Array(size)
    const hessian = Array.from({ length: size }, () => new Float64Array(size))
    for (let j = 0; j < size; j++) {
      const left = columns[j - 1]
      let sum = 0
      for (let i = 0; i < rows; i++) sum += (left === undefined ? 1 : at(left, i)) * at(residual, i)
      gradient[j] = sum - (j === 0 ? 0 : ridge * at(weights, j))
      for (let k = 0; k <= j; k++) {
        const right = columns[k - 1]
        let product = 0
        for (let i = 0; i < rows; i++)
          product += (left === undefined ? 1 : at(left, i)) * (right === undefined ? 1 : at(right, i)) * at(spread, i)
        if (j === k && j > 0) product += ridge
        row(hessian, j)[k] = product
        row(hessian, k)[j] = product
      }
    }
    const step = boundedStep(hessian, gradient, weights)
    let largest = 0
    for (let j = 0; j < size; j++) {
      weights[j] = at(weights, j) + at(step, j)
      largest = Math.max(largest, Math.abs(at(step, j)))
    }
    if (largest < 1e-5) break
  }
  return { intercept: at(weights, 0), weights: weights.slice(1) }
}

export const sigmoid = (logit: number): number =>
  logit >= 0 ? 1 / (1 + Math.exp(-logit)) : Math.exp(logit) / (1 + Math.exp(logit))

/**
 * Platt scaling: slope and offset that turn raw log odds into calibrated ones (Platt 1999, with the smoothed targets of
 * its section 2.2, which prevent a small or perfectly separated sample from claiming certainty). A slope below zero
 * would invert the model: it then contains no usable information, and every row gets the base rate.
 */
export function fitPlatt(logits: Float64Array, labels: Uint8Array): { slope: number; offset: number } {
  const positives = labels.reduce((sum, label) => sum + label, 0)
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (labels.length - positives + 2)
  let slope = 1
  let offset = 0
  for (let round = 0; round < 50; round++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-6, 0, 1e-6]
    for (let i = 0; i < labels.length; i++) {
      const x = at(logits, i)
      const p = sigmoid(slope * x + offset)
      const error = (at(labels, i) === 1 ? high : low) - p
      const spread = p * (1 - p)
      ga += error * x
      gb += error
      haa += spread * x * x
      hab += spread * x
      hbb += spread
    }
    const determinant = haa * hbb - hab * hab
    if (Math.abs(determinant) < 1e-12) break
    const da = (hbb * ga - hab * gb) / determinant
    const db = (haa * gb - hab * ga) / determinant
    slope += Math.max(-1, Math.min(1, da))
    offset += Math.max(-2, Math.min(2, db))
    if (Math.abs(da) + Math.abs(db) < 1e-7) break
  }
  if (slope > 0) return { slope, offset }
  const rate = (positives + 0.5) / (labels.length + 1)
  return { slope: 0, offset: Math.log(rate / (1 - rate)) }
}

/** Minimises ½·dᵀHd − gᵀd by coordinates; the intercept is free, the other weights + d stay at 0 or above. */
function boundedStep(hessian: readonly Float64Array[], gradient: Float64Array, weights: Float64Array): Float64Array {
  const size = gradient.length
  const step = new Float64Array(size)
  // The remaining gradient: g − H·d.
  const left = gradient.slice()
  for (let round = 0; round < 2000; round++) {
    let largest = 0
    for (let j = 0; j < size; j++) {
      const line = row(hessian, j)
      const curvature = at(line, j)
      if (curvature < 1e-12) continue
      // Bounded, so that Newton's method does not overshoot where the data are nearly separable.
      let target = Math.max(-4, Math.min(4, at(step, j) + at(left, j) / curvature))
      if (j > 0) target = Math.max(-at(weights, j), target)
      const change = target - at(step, j)
      if (change === 0) continue
      step[j] = target
      for (let k = 0; k < size; k++) left[k] = at(left, k) - change * at(line, k)
      largest = Math.max(largest, Math.abs(change))
    }
    if (largest < 1e-8) break
  }
  return step
}

/** Reads an element that exists. */
export const at = (values: Float64Array | Uint8Array, index: number): number => values[index] as number
const row = (matrix: readonly Float64Array[], index: number): Float64Array => matrix[index] as Float64Array
