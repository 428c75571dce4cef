import { dateFormat, datePieces, latin } from '../lib/format/parts.ts'

export type Bucket = 'hour' | 'day'

/** Short and full names of a bucket, in the given language and zone. */
export function bucketNames(locale: string, timeZone: string, bucket: Bucket) {
  const tag = latin(locale)
  const hour = dateFormat(tag, { hour: 'numeric', hourCycle: 'h12', timeZone })
  const day = dateFormat(tag, { month: 'short', day: 'numeric', timeZone })
  const short = (time: number) => {
    if (bucket === 'hour') {
      const part = datePieces(hour, new Date(time))
      return `${part.hour ?? ''} ${part.dayPeriod ?? ''}`
    }
    const part = datePieces(day, new Date(time))
    return `${part.month ?? ''} ${part.day ?? ''}`
  }
  const full = (time: number) => {
    const part = datePieces(day, new Date(time))
    const date = `${part.month ?? ''} ${part.day ?? ''}`
    return bucket === 'day' ? date : `${date}, ${short(time)}`
  }
  return { short, full }
}

const hourSteps = [1, 2, 3, 6, 12, 24]
const dayMs = 86_400_000

/** Which buckets carry a label: at most `most`, on round hours or evenly spaced days. */
export function tickTimes(times: readonly number[], bucket: Bucket, timeZone: string, most = 8): number[] {
  if (bucket === 'day') {
    const step = Math.max(1, Math.ceil(times.length / most))
    return times.filter((_, i) => i % step === 0)
  }
  const hours = dateFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone })
  const step = hourSteps.find(size => times.length / size <= most) ?? 24
  const everyDays = Math.max(1, Math.ceil(times.length / step / most))
  return times.filter(time => Number(hours.format(time)) % step === 0 && Math.floor(time / dayMs) % everyDays === 0)
}
