import { dateFormat, dateParts, safeZone, withLatinDigits } from '../../lib/format/parts.ts'
import { missingMark } from '../../lib/marks.ts'
import { finiteOrNull } from '../plot/numbers.ts'

export type Bucket = 'hour' | 'day'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Whether a moment can be formatted: false for an invalid date. */
const isValidTime = (time: number) => !Number.isNaN(new Date(time).getTime())

/**
 * Short and full names of a bucket, in the given language and zone. The hour that is repeated when clocks go back is
 * marked as first or second.
 */
export function bucketNames(locale: string, timeZone: string, bucket: Bucket) {
  const tag = withLatinDigits(locale)
  const zone = safeZone(timeZone)
  const hour = dateFormat(tag, { hour: 'numeric', hourCycle: 'h12', timeZone: zone })
  const day = dateFormat(tag, { month: 'short', day: 'numeric', timeZone: zone })
  const offset = dateFormat('en-US', { hour: 'numeric', timeZoneName: 'shortOffset', timeZone: zone })
  const short = (time: number) => {
    if (!isValidTime(time)) return missingMark
    if (bucket === 'hour') {
      const part = dateParts(hour, new Date(time))
      return `${part.hour ?? ''} ${part.dayPeriod ?? ''}`
    }
    const part = dateParts(day, new Date(time))
    return `${part.month ?? ''} ${part.day ?? ''}`
  }
  const plain = (time: number) => {
    if (!isValidTime(time)) return missingMark
    const part = dateParts(day, new Date(time))
    const date = `${part.month ?? ''} ${part.day ?? ''}`
    return bucket === 'day' ? date : `${date}, ${short(time)}`
  }
  const full = (time: number) => {
    const name = plain(time)
    const twice =
      bucket === 'hour' && name !== missingMark && (plain(time - hourMs) === name || plain(time + hourMs) === name)
    return twice ? `${name}, ${dateParts(offset, new Date(time)).timeZoneName ?? ''}` : name
  }
  return { short, full }
}

const hourSteps = [1, 2, 3, 6, 12, 24]

/** Buckets with a label: at most `most`, on round hours or evenly spaced days. */
export function tickTimes(times: readonly number[], bucket: Bucket, timeZone: string, most = 8): number[] {
  const good = times.filter(isValidTime)
  if (bucket === 'day') {
    const step = Math.max(1, Math.ceil(good.length / most))
    return good.filter((_, i) => i % step === 0)
  }
  const hours = dateFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: safeZone(timeZone) })
  const step = hourSteps.find(size => good.length / size <= most) ?? 24
  const everyDays = Math.max(1, Math.ceil(good.length / step / most))
  return good.filter(time => Number(hours.format(time)) % step === 0 && Math.floor(time / dayMs) % everyDays === 0)
}

/** A larger number of missing buckets is a broken date, not a gap. */
const maxGap = 1000

/** Points in the order of time, with missing buckets inserted as gaps; points without a readable time are omitted. */
export function fillGaps<Point extends { time: number; values: Readonly<Record<string, number | null>> }>(
  points: readonly Point[],
): (Point | { time: number; values: Record<string, never> })[] {
  const good = points
    .filter(point => finiteOrNull(point.time) !== null && isValidTime(point.time))
    .toSorted((a, b) => a.time - b.time)
  const steps = good
    .slice(1)
    .map((point, i) => point.time - good[i]!.time)
    .filter(step => step > 0)
  if (steps.length === 0) return good
  const step = steps.reduce((least, size) => Math.min(least, size))
  return good.flatMap((point, i) => {
    const next = good[i + 1]
    // A day has 23 or 25 hours when clocks change: up to half a bucket more still counts as the next one.
    const lacking = next === undefined ? 0 : Math.round((next.time - point.time) / step) - 1
    if (lacking < 1 || lacking > maxGap) return [point]
    return [point, ...Array.from({ length: lacking }, (_, n) => ({ time: point.time + (n + 1) * step, values: {} }))]
  })
}
