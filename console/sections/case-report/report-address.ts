import type { DateRange } from '@assay/design-system'
import { addDays, maturityDays, monthsBefore, reportBuckets, reportLimits } from '@assay/risk-service/contract'
import {
  choiceParameter,
  defaultedParameter,
  flagParameter,
  type SearchParameter,
} from '../../platform/router/use-search-state.ts'

/** Tabs of the report, in their order. */
export const reportTabs = ['overview', 'queues', 'reviewers', 'quality', 'value', 'ageing'] as const
export type ReportTab = (typeof reportTabs)[number]

/** Ranges on offer, in days up to today: 2, 4 and 6 weeks, a month and a quarter. */
const presetDays = [14, 28, 42, 30, 90] as const
export const reportPresets = presetDays.map(amount => ({ kind: 'relative', amount, unit: 'day' }) as const)
const defaultDays = 42

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string): boolean => dayPattern.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A list in one parameter; values that the service would refuse are left out. */
const listParameter = (pattern: RegExp): SearchParameter<readonly string[]> => ({
  parse: text => [...new Set((text ?? '').split(','))].filter(value => pattern.test(value)).slice(0, 100),
  serialise: values => values.join(','),
})

/** Some days up to today, or two days of UTC, both included. */
export type ReportRange = { days: number } | { from: string; to: string }
const rangeParameter: SearchParameter<ReportRange> = {
  parse: text => {
    const [from = '', to = ''] = (text ?? '').split('_')
    if (isDay(from) && isDay(to) && from <= to) return { from, to }
    const days = presetDays.find(each => `${each}d` === text)
    return { days: days ?? defaultDays }
  },
  serialise: range =>
    'days' in range ? (range.days === defaultDays ? null : `${range.days}d`) : `${range.from}_${range.to}`,
}

const maturityTexts = maturityDays.map(String)

/** The state of the report in its address. */
export const reportParameters = {
  tab: defaultedParameter(reportTabs, 'overview'),
  grain: defaultedParameter(reportBuckets, 'weekly'),
  range: rangeParameter,
  compare: defaultedParameter(['yes', 'no'] as const, 'yes'),
  environment: listParameter(uuidPattern),
  assessment: listParameter(/^\w{1,60}$/),
  queue: listParameter(uuidPattern),
  reviewer: listParameter(uuidPattern),
  /** Null: as the tenant has it. */
  maturity: choiceParameter(maturityTexts),
  /** The alerts are open beside the report. */
  alerts: flagParameter('open'),
  view: defaultedParameter(['count', 'amount'] as const, 'amount'),
} as const
export type ReportState = {
  [Name in keyof typeof reportParameters]: ReturnType<(typeof reportParameters)[Name]['parse']>
}

/** First day that a report can cover. */
export const earliestDay = (today: string): string => monthsBefore(today, reportLimits.months)

/** The days of a range, both included. */
function daysOf(range: ReportRange, today: string): { from: string; to: string } {
  return 'days' in range ? { from: addDays(today, 1 - range.days), to: today } : range
}

/** What the service is asked for. @param tenantMaturity days that hold where the address names none */
export function reportInputOf(
  state: ReportState,
  environmentId: string,
  today: string,
  tenantMaturity: (typeof maturityDays)[number],
) {
  return {
    environmentId,
    ...daysOf(state.range, today),
    bucket: state.grain,
    environmentIds: [...state.environment],
    assessments: [...state.assessment],
    queueIds: [...state.queue],
    reviewerIds: [...state.reviewer],
    compare: state.compare === 'yes',
    maturityDays: maturityDays.find(days => String(days) === state.maturity) ?? tenantMaturity,
  }
}
export type ReportQuery = ReturnType<typeof reportInputOf>

/** What every tab of the report has. */
export interface ReportTabProps {
  input: ReportQuery
  state: ReportState
  onChange: (changes: Partial<ReportState>) => void
  /** Address of the figures of one reviewer. */
  reviewerHref: (userId: string) => string
}

/** The range as the picker has it: it ends before the first moment of the day after. */
export const pickerRangeOf = (range: ReportRange): DateRange =>
  'days' in range
    ? { kind: 'relative', amount: range.days, unit: 'day' }
    : { kind: 'absolute', from: `${range.from}T00:00:00.000Z`, to: `${addDays(range.to, 1)}T00:00:00.000Z` }

/** The range that was picked; a relative one that is not on offer becomes its days. */
export function rangeOfPicker(picked: DateRange, today: string): ReportRange {
  if (picked.kind === 'absolute') {
    const from = picked.from.slice(0, 10)
    const last = new Date(Date.parse(picked.to) - 1).toISOString().slice(0, 10)
    return { from, to: last < from ? from : last }
  }
  const days = presetDays.find(each => each === picked.amount && picked.unit === 'day')
  return days === undefined ? { from: addDays(today, 1 - Math.max(1, picked.amount)), to: today } : { days }
}
