interface Incomplete {
  /** The first bucket is cut off by the period. */
  partialFirst: boolean
  /** The last bucket is not over. */
  partialLast: boolean
  /** Start of the first bucket that still changes. */
  changingFrom?: number | undefined
  /** When the figures arrived: a bucket that ends later is not over either. */
  now: number
}

/** The steps that are over and complete, of those that are shown: all of them where nothing would be left to compare. */
export function completeSteps(
  shown: Readonly<Float64Array>,
  all: Readonly<Float64Array>,
  { partialFirst, partialLast, changingFrom = Number.POSITIVE_INFINITY, now }: Incomplete,
): { start: number; end: number } {
  const count = shown.length
  const [final = Number.NaN, before = Number.NaN] = [shown.at(-1), shown.at(-2)]
  const start = partialFirst && shown[0] === all[0] ? 1 : 0
  let last = count - (partialLast && final === all.at(-1) ? 1 : 0)
  while (last > 0 && (shown[last] ?? final + (final - before)) > now) last--
  const changing = shown.findIndex(time => time >= changingFrom)
  const end = changing < 0 ? last : Math.min(last, changing)
  if (end - start >= 2) return { start, end }
  return last > start ? { start, end: last } : { start: 0, end: count }
}
