/*
 * The same rules as the contrast, by the definitions and without its parts: events are looked at one by one,
 * probabilities are fractions of whole numbers, limits are found by bisection.
 */

/** An event by its attributes; several values are an array. */
export type SlowEvent = Readonly<Record<string, null | string | number | readonly string[] | readonly number[]>>

export interface SlowValue {
  attribute: string
  /** A normalised text, a range as [from, to), or null for no value. */
  value: string | readonly [number, number] | null
  a: number
  b: number
  p: number
  q: number
}

const z = 1.959963984540054
const tested = { level: 0.05, minEvents: 3 }

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let result = 1n
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i)
  return result
}

/** A fraction with 17 digits. */
const quotient = (x: bigint, y: bigint): number => Number((x * 10n ** 40n) / y) / 1e40

/** Fisher's test from the definition of the distribution, two-sided by doubling the smaller tail. */
export function slowProbability(a: number, b: number, sizeA: number, sizeB: number): number {
  const total = a + b
  const ways = (x: number): bigint => choose(sizeA, x) * choose(sizeB, total - x)
  let [lower, upper] = [0n, 0n]
  for (let x = 0; x <= total; x++) {
    if (x <= a) lower += ways(x)
    if (x >= a) upper += ways(x)
  }
  return Math.min(1, 2 * quotient(lower < upper ? lower : upper, choose(sizeA + sizeB, total)))
}

/** The limits of Wilson: the shares that the observed one is exactly z standard errors away from. */
export function slowShareInterval(count: number, size: number): { low: number; high: number } {
  const share = count / size
  const isWithin = (assumed: number): boolean =>
    Math.abs(share - assumed) <= z * Math.sqrt((assumed * (1 - assumed)) / size)
  const bisect = (outside: number, inside: number): number => {
    let [out, within] = [outside, inside]
    for (let step = 0; step < 200; step++) {
      const middle = (out + within) / 2
      if (isWithin(middle)) within = middle
      else out = middle
    }
    return within
  }
  return { low: count === 0 ? 0 : bisect(0, share), high: count === size ? 1 : bisect(1, share) }
}

const listed = <T>(cell: T | readonly T[] | null): readonly T[] =>
  cell === null ? [] : Array.isArray(cell) ? (cell as readonly T[]) : [cell as T]

const textsOf = (event: SlowEvent, attribute: string): string[] =>
  listed<string | number>(event[attribute] as string | null)
    .map(each => String(each).trim().toLowerCase())
    .filter(each => each !== '')

/** Returns everything that is compared, with its probability and its share of false discoveries. */
export function slowComparisons(
  a: readonly SlowEvent[],
  b: readonly SlowEvent[],
  attributes: readonly { id: string; kind: 'text' | 'number' }[],
  /** The limits of the ranges by attribute; they are the same rule in both. */
  cutsOf: (attribute: string) => readonly number[],
): SlowValue[] {
  const all = [...a, ...b]
  if (a.length < tested.minEvents || b.length < tested.minEvents) return []
  const compared = attributes.flatMap(({ id, kind }) =>
    (kind === 'text' ? textTests(all, id) : numberTests(all, id, cutsOf(id))).flatMap(({ value, has }) => {
      const [inA, inB] = [a.filter(has).length, b.filter(has).length]
      const total = inA + inB
      const extremes = [Math.min(total, a.length), Math.max(0, total - b.length)]
      const possible = Math.min(...extremes.map(x => slowProbability(x, total - x, a.length, b.length)))
      if (total < tested.minEvents || total === all.length || possible > tested.level) return []
      const frequent = inA / a.length > inB / b.length ? inA : inB
      const p = frequent < tested.minEvents ? 1 : slowProbability(inA, inB, a.length, b.length)
      return [{ attribute: id, value, a: inA, b: inB, p }]
    }),
  )
  // The share of a probability: the least over all that are no smaller.
  return compared.map(each => ({
    ...each,
    q: Math.min(
      1,
      ...compared
        .filter(({ p }) => p >= each.p)
        .map(({ p }) => (p * compared.length) / compared.filter(other => other.p <= p).length),
    ),
  }))
}

interface Test {
  value: SlowValue['value']
  has: (event: SlowEvent) => boolean
}

function textTests(all: readonly SlowEvent[], attribute: string): Test[] {
  const values = new Set(all.flatMap(event => textsOf(event, attribute)))
  return [
    ...[...values].map(value => ({ value, has: (event: SlowEvent) => textsOf(event, attribute).includes(value) })),
    { value: null, has: (event: SlowEvent) => textsOf(event, attribute).length === 0 },
  ]
}

function numberTests(all: readonly SlowEvent[], attribute: string, cuts: readonly number[]): Test[] {
  const numbersOf = (event: SlowEvent): readonly number[] => listed<number>(event[attribute] as number | null)
  const limits = [-Infinity, ...cuts, Infinity]
  const ranges = limits.flatMap((from, index) =>
    limits
      .slice(index + 1)
      .filter(to => from !== -Infinity || to !== Infinity)
      .map((to): [number, number] => [from, to]),
  )
  return [
    ...ranges.map(([from, to]) => ({
      value: [from, to] as const,
      has: (event: SlowEvent) => numbersOf(event).some(each => each >= from && each < to),
    })),
    { value: null, has: (event: SlowEvent) => numbersOf(event).length === 0 },
  ].filter(({ has }) => all.some(has))
}
