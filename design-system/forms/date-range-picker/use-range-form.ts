import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import {
  type DateIssue,
  type DatePrecision,
  type DateRange,
  type Edge,
  parseEdge,
  parseRange,
  type RangeRules,
  resolveRange,
} from '../date/range.ts'
import { useDateText } from '../date/use-date-text.ts'
import { dayAt } from '../date/zone.ts'

interface RangeLimits {
  min?: string | undefined
  max?: string | undefined
  maxDays?: number | undefined
  disabledDay?: ((day: string) => boolean) | undefined
}

export interface RangeFormOptions extends RangeLimits {
  value: DateRange | null
  zone: string
  precision: DatePrecision
  now: number
}

/** Form state of the open picker: two texts, the zone, and a relative period until one of the texts is edited. */
export function useRangeForm({ value, zone: firstZone, precision, now, ...limits }: RangeFormOptions) {
  const intl = useIntl()
  const announce = useAnnounce()
  const words = useDateText()
  const [zone, setZone] = useState(firstZone)
  const [untouched, setUntouched] = useState(value)
  const [texts, setTexts] = useState<Record<Edge, string>>(() => {
    const period = value && resolveRange(value, now, firstZone)
    // An invalid period is shown in the fields unchanged.
    if (!period) return value?.kind === 'absolute' ? { from: value.from, to: value.to } : { from: '', to: '' }
    return {
      from: words.edge(period.from, 'from', firstZone, precision),
      to: words.edge(period.to, 'to', firstZone, precision),
    }
  })
  const [issues, setIssues] = useState<Partial<Record<Edge, DateIssue>>>({})
  const [start, setStart] = useState<string>()
  const [month, setMonth] = useState(() => {
    const period = value && resolveRange(value, now, firstZone)
    return dayAt(period ? period.to - 1 : now, firstZone)
  })

  const rules: RangeRules = { ...limits, locale: intl.locale, zone, precision }
  const dayOfText = (edge: Edge) => {
    const read = parseEdge(texts[edge], edge, { locale: intl.locale, zone, precision: 'second' })
    return 'problem' in read ? undefined : read.day
  }
  const reading = parseRange(texts.from, texts.to, rules)
  const range = untouched ?? reading.range
  const from = start ?? dayOfText('from')

  const write = (edge: Edge, text: string) => {
    setUntouched(null)
    setStart(undefined)
    setTexts({ ...texts, [edge]: text })
    // An error is cleared when its text is edited; the other end is validated again when it is left.
    setIssues({})
  }
  return {
    zone,
    texts,
    issues,
    month,
    range,
    setMonth,
    write,
    relative: untouched?.kind === 'relative',
    selected: from === undefined ? undefined : { from, to: start === undefined ? dayOfText('to') : undefined },
    /** Keeps the wall-clock time in the new zone. */
    changeZone: (next: string) => {
      setZone(next)
      if (untouched?.kind === 'absolute') setUntouched(null)
    },
    /** Validates one end when it is left. */
    judge: (edge: Edge) => {
      if (untouched || texts[edge].trim() === '') return
      setIssues({ ...issues, [edge]: reading.issues[edge] === 'missing' ? undefined : reading.issues[edge] })
    },
    /** Validates everything; returns the first end with a problem, or nothing. */
    judgeAll: (): Edge | undefined => {
      if (untouched) return undefined
      setIssues(reading.issues)
      return reading.issues.from ? 'from' : reading.issues.to ? 'to' : undefined
    },
    /** Picks first the start, then the end, in whichever order they lie. */
    pick: (day: string) => {
      setUntouched(null)
      setIssues({})
      if (start === undefined) {
        setStart(day)
        setTexts({ from: words.day(day), to: '' })
        announce(intl.formatMessage({ id: 'DesignSystem.DateRange.StartTaken' }, { date: words.day(day) }))
        return
      }
      const [first, last] = day < start ? [day, start] : [start, day]
      setStart(undefined)
      setTexts({ from: words.day(first), to: words.day(last) })
      announce(
        intl.formatMessage({ id: 'DesignSystem.DateRange.Period' }, { from: words.day(first), to: words.day(last) }),
      )
    },
  }
}
