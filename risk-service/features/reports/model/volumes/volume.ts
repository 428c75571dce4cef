const steps = 1_000_000
/** Above this a number has no millionths. */
const largest = Number.MAX_SAFE_INTEGER / steps

/**
 * Returns the nearest millionth where a number differs from it by no more than the precision of the figures (1e-9), so
 * that figures that are equal in decimals compare as equal: 0.1 + 0.2 is 0.3.
 */
export function withoutNoise(value: number): number {
  if (Math.abs(value) > largest) return value
  const rounded = Math.round(value * steps) / steps
  return Math.abs(value - rounded) <= 1e-9 ? rounded : value
}

/** Adds numbers one by one without the errors of a plain sum (Neumaier’s compensated sum). */
export class Sum {
  #sum = 0
  #lost = 0

  add(value: number): void {
    const next = this.#sum + value
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum
    this.#sum = next
  }

  get value(): number {
    return withoutNoise(this.#sum + this.#lost)
  }
}

export function sumOf(values: Iterable<number>): number {
  const sum = new Sum()
  for (const value of values) sum.add(value)
  return sum.value
}

/** Returns a rate; null where its denominator is 0. */
export const rateOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Compares texts by code points; `<` compares UTF-16 units, which order astral letters before some others. */
export function compareNames(left: string, right: string): number {
  const [ours, theirs] = [[...left], [...right]]
  for (let index = 0; index < Math.min(ours.length, theirs.length); index++) {
    const difference = (ours[index]?.codePointAt(0) ?? 0) - (theirs[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return ours.length - theirs.length
}
