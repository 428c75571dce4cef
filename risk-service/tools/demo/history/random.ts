/** Seeded random numbers (mulberry32): the same demo on every machine. */
export interface Random {
  /** In [0, 1). */
  next: () => number
  /** Integer in [0, limit). */
  below: (limit: number) => number
  /** Integer between both, ends included. */
  between: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <T>(values: readonly [T, ...T[]] | readonly T[]) => T
  /** Picks by weight. */
  weighted: <T>(values: readonly (readonly [T, number])[]) => T
  /** Normal distribution, mean 0, deviation 1 (Box-Muller). */
  normal: () => number
  hex: (digits: number) => string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('Nothing to pick from.')
    return value
  }
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: probability => next() < probability,
    pick,
    weighted: <T>(values: readonly (readonly [T, number])[]): T => {
      let left = next() * values.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of values) {
        left -= weight
        if (left < 0) return value
      }
      return pick(values)[0]
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex: digits => {
      let text = ''
      while (text.length < digits)
        text += Math.floor(next() * 0x1000_0000)
          .toString(16)
          .padStart(7, '0')
      return text.slice(0, digits)
    },
  }
}
