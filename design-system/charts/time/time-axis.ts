import { dateFormat, dateParts, safeZone, withLatinDigits } from '../../lib/format/parts.ts'
import { missingMark } from '../../lib/marks.ts'
import { type Bucket, finestPeriods, type TimeUnit, unitLengths } from './time-steps.ts'
import { isValidTime, wallTimes, zoneClock } from './zone-clock.ts'

const timesOfDay: ReadonlySet<TimeUnit> = new Set<TimeUnit>(['minute', 'hour'])

/** Caches a text by a number: an axis of 50,000 hours has 2,000 days and 24 times of day. */
function cachedBy(key: (moment: number) => number, write: (moment: number) => string): (moment: number) => string {
  const texts = new Map<number, string>()
  return moment => {
    const at = key(moment)
    const text = texts.get(at) ?? write(moment)
    texts.set(at, text)
    return text
  }
}

/**
 * The parts of a date, in the order and with the separators of the language, and with its names of months and of the
 * halves of the day.
 */
function createDateTexts(locale: string, zone: string) {
  const tag = withLatinDigits(locale)
  const clock = zoneClock(zone)
  // Creating a formatter takes milliseconds: each is created when it writes its first text.
  const hour = () => dateFormat(tag, { hour: 'numeric', hourCycle: 'h12', timeZone: zone })
  const minute = () => dateFormat(tag, { hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZone: zone })
  const date = () => dateFormat(tag, { month: 'short', day: 'numeric', year: 'numeric', timeZone: zone })
  const dayFormat = () => dateFormat(tag, { month: 'short', day: 'numeric', timeZone: zone })
  const dayOf = (moment: number) => Math.floor(clock(moment) / unitLengths.day)
  const minuteOf = (moment: number) => Math.floor((clock(moment) % unitLengths.day) / unitLengths.minute)
  const dateText = (write: (part: ReturnType<typeof dateParts>) => string) =>
    cachedBy(dayOf, moment => write(dateParts(date(), new Date(moment))))
  const time = cachedBy(minuteOf, moment => {
    const part = dateParts(minute(), new Date(moment))
    return `${part.hour ?? ''}:${part.minute ?? ''} ${part.dayPeriod ?? ''}`
  })
  const fullHour = cachedBy(minuteOf, moment => {
    const part = dateParts(hour(), new Date(moment))
    return `${part.hour ?? ''} ${part.dayPeriod ?? ''}`
  })
  return {
    clock,
    time,
    /** The hour, with minutes where it does not begin. */
    hour: (moment: number) => (clock(moment) % unitLengths.hour === 0 ? fullHour : time)(moment),
    day: cachedBy(dayOf, moment => dayFormat().format(moment)),
    date: cachedBy(dayOf, moment => date().format(moment)),
    month: dateText(part => part.month ?? ''),
    monthOfYear: dateText(part => `${part.month ?? ''} ${part.year ?? ''}`),
    year: dateText(part => part.year ?? ''),
  }
}

const dateTexts = new Map<string, ReturnType<typeof createDateTexts>>()
function dateTextsOf(locale: string, timeZone: string) {
  const zone = safeZone(timeZone)
  const key = `${locale} ${zone}`
  const texts = dateTexts.get(key) ?? createDateTexts(locale, zone)
  dateTexts.set(key, texts)
  return texts
}

/**
 * Writes the full name of a bucket in the given language and zone. The hour that is repeated when clocks go back is
 * followed by its offset from UTC. `withYear` is for data of more than one year.
 */
export function bucketNames(
  locale: string,
  timeZone: string,
  bucket: Bucket,
  withYear = false,
): (time: number) => string {
  const texts = dateTextsOf(locale, timeZone)
  const offset = () =>
    dateFormat('en-US', { hour: 'numeric', timeZoneName: 'shortOffset', timeZone: safeZone(timeZone) })
  const { clock } = texts
  const dayText = withYear ? texts.date : texts.day
  const isRepeated = (time: number) =>
    [-unitLengths.hour, unitLengths.hour].some(distance => clock(time + distance) === clock(time))
  return time => {
    if (!isValidTime(time)) return missingMark
    if (bucket === 'month') return texts.monthOfYear(time)
    const day = dayText(time)
    if (bucket === 'day') return day
    if (bucket === 'week') return `${day} – ${dayText(time + 6 * unitLengths.day)}`
    const name = `${day}, ${bucket === 'minute' ? texts.time(time) : texts.hour(time)}`
    return isRepeated(time) ? `${name}, ${dateParts(offset(), new Date(time)).timeZoneName ?? ''}` : name
  }
}

/** A label under the axis, at the bucket with this index. */
export interface TimeTick {
  index: number
  label: string
}

/**
 * Labels of a time axis: at most `most`, on round hours, days, weeks, months or years. An axis of hours carries the
 * date at midnight, and at its first label when there is no midnight on it; one of months the year in January.
 */
export function timeTicks(
  times: ArrayLike<number>,
  bucket: Bucket,
  { locale, timeZone, most = 8 }: { locale: string; timeZone: string; most?: number },
): TimeTick[] {
  const texts = dateTextsOf(locale, timeZone)
  const walls = wallTimes(times, timeZone)
  const fine = finestPeriods(walls, bucket, most)
  // A period that began before the axis has no label.
  const indexes = fine.complete || fine.starts.length === 1 ? fine.starts : fine.starts.slice(1)
  const { unit } = fine.step
  const dayOf = (index: number) => Math.floor(walls[index]! / unitLengths.day)
  const beginsDay = (index: number) =>
    index === 0 ? walls[0]! % unitLengths.day === 0 : dayOf(index) !== dayOf(index - 1)
  const yearOf = (index: number) => new Date(walls[index]!).getUTCFullYear()
  const dated = indexes.some(beginsDay)
  return indexes.map((index, i) => {
    const time = times[index]!
    const label = () => {
      if (unit === 'year') return texts.year(time)
      if (unit === 'month')
        return i === 0 || yearOf(index) !== yearOf(indexes[i - 1]!) ? texts.monthOfYear(time) : texts.month(time)
      if (!timesOfDay.has(unit) || beginsDay(index)) return texts.day(time)
      const hour = unit === 'minute' ? texts.time(time) : texts.hour(time)
      return dated || i > 0 ? hour : `${texts.day(time)}, ${hour}`
    }
    return { index, label: label() }
  })
}
