/** A mark on the scale, with an optional label under it. */
export interface SliderMark {
  value: number
  label?: string
}

export interface Scale {
  min: number
  max: number
  step: number
}

/** A valid scale from any input: ends in order, a positive step. */
export function normaliseScale(min: number, max: number, step: number): Scale {
  const low = Number.isFinite(min) ? min : 0
  const high = Number.isFinite(max) && max > low ? max : low + 1
  return { min: low, max: high, step: Number.isFinite(step) && step > 0 ? step : 1 }
}

/** A value on the scale: one out of range is clamped to the nearest end, an invalid number becomes the start. */
export function clampToScale(value: number, { min, max }: Scale): number {
  return Number.isNaN(value) ? min : Math.min(max, Math.max(min, value))
}

/** Two values on the scale in their order. */
export function clampRangeToScale([first, second]: readonly [number, number], scale: Scale): [number, number] {
  const [a, b] = [clampToScale(first, scale), clampToScale(second, scale)]
  return a <= b ? [a, b] : [b, a]
}

/** Position of a value on the scale, 0 to 1. */
export function scaleFraction(value: number, { min, max }: Scale): number {
  return (value - min) / (max - min)
}

/** Marks that lie on the scale, in order, each position once. */
export function marksOnScale(marks: readonly SliderMark[], { min, max }: Scale): SliderMark[] {
  const seen = new Set<number>()
  return marks
    .filter(({ value }) => value >= min && value <= max && !seen.has(value) && seen.add(value))
    .toSorted((a, b) => a.value - b.value)
}
