import type { DateRange } from '@assay/design-system'
import {
  addDays,
  dataFilterPattern,
  monthsBefore,
  type ReportAttribute,
  reportAttributes,
  reportAttributesOf,
  reportGrains,
  reportsLimits,
  reportViews,
} from '@assay/risk-service/contract'
import { defaultedParameter, type SearchParameter } from '../../platform/router/use-search-state.ts'

/** Ranges on offer, in days up to today. */
const presetDays = [7, 30, 90, 120] as const
export const reportPresets = presetDays.map(amount => ({ kind: 'relative', amount, unit: 'day' }) as const)
const defaultDays = 30
const defaultAssessment = 'purchase'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
/** A day of UTC; null for anything else. */
const dayParameter: SearchParameter<string | null> = {
  parse: text =>
    text !== null && dayPattern.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : null,
  serialise: day => day,
}
/** Values in one parameter; a comma inside of one is encoded. */
export const valuesParameter: SearchParameter<readonly string[]> = {
  parse: text => [...new Set((text ?? '').split(',').map(decodeValue))].filter(value => value !== '').slice(0, 100),
  serialise: values => values.map(encodeURIComponent).join(','),
}
function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Somebody shortened the address.
    return ''
  }
}
/** Values of fields by their paths. */
type FieldValues = Readonly<Record<string, readonly string[]>>
/** Each field with its values, in which commas and semicolons are encoded: `transaction.channel:web,app;user.userType:guest`. */
const fieldsParameter: SearchParameter<FieldValues> = {
  parse: text =>
    Object.fromEntries(
      (text ?? '').split(';').flatMap(part => {
        const [path = '', values] = part.split(':')
        const found = valuesParameter.parse(values ?? null)
        return dataFilterPattern.test(path) && found.length > 0 ? [[path, found]] : []
      }),
    ),
  serialise: fields =>
    Object.entries(fields)
      .filter(([, values]) => values.length > 0)
      .map(([path, values]) => `${path}:${valuesParameter.serialise(values)}`)
      .join(';'),
}
/** Lowest and highest score; null: all. */
const scoresParameter: SearchParameter<readonly [number, number] | null> = {
  parse: text => {
    const [from, to] =
      /^(\d{1,3})-(\d{1,3})$/
        .exec(text ?? '')
        ?.slice(1)
        .map(Number) ?? []
    return from === undefined || to === undefined || from > to ? null : [from, to]
  },
  serialise: scores => scores?.join('-') ?? null,
}

/** The event type of the assessment that the report is about. */
const assessmentParameter: SearchParameter<string> = {
  parse: text => (text === null || text === '' ? defaultAssessment : text.slice(0, reportsLimits.assessmentName)),
  serialise: assessment => (assessment === defaultAssessment ? null : assessment),
}

/** The state of a report in its address, which shows the same page to somebody else. */
export const reportParameters = {
  assessment: assessmentParameter,
  view: defaultedParameter(reportViews, 'count'),
  grain: defaultedParameter(reportGrains, 'day'),
  /** Days up to today, where the address names none. */
  days: defaultedParameter(['7', '30', '90', '120'] as const, String(defaultDays) as '30'),
  from: dayParameter,
  to: dayParameter,
  score: scoresParameter,
  environment: valuesParameter,
  segment: valuesParameter,
  category: valuesParameter,
  paymentType: valuesParameter,
  cardType: valuesParameter,
  osFamily: valuesParameter,
  operatingSystem: valuesParameter,
  browserFamily: valuesParameter,
  javaScript: valuesParameter,
  country: valuesParameter,
  dataFilters: fieldsParameter,
} as const
export type ReportState = {
  [Name in keyof typeof reportParameters]: ReturnType<(typeof reportParameters)[Name]['parse']>
}
/** The filters of a report, without its assessment, range and form. */
export const noFilters = {
  score: null,
  environment: [],
  dataFilters: {},
  ...(Object.fromEntries(reportAttributes.map(name => [name, []])) as unknown as Record<
    ReportAttribute,
    readonly string[]
  >),
} as const satisfies Partial<ReportState>

/** Form and range of a report that nobody has changed. */
export const defaultForm = {
  view: 'count',
  grain: 'day',
  days: '30',
  from: null,
  to: null,
} as const satisfies Partial<ReportState>

/** First day that a report can cover. */
export const earliestDay = (today: string): string => monthsBefore(today, reportsLimits.months)

/** The days of a report, both included. */
export function daysOf({ from, to, days }: ReportState, today: string): { from: string; to: string } {
  if (from !== null && to !== null && from <= to) return { from, to }
  return { from: addDays(today, 1 - Number(days)), to: today }
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What reports of an assessment offer: a view of amounts, and the attributes to filter by. */
export interface ReportOffer {
  amounts: boolean
  filters: readonly ReportAttribute[]
  /** Paths of the fields to filter by beside. */
  dataFilters: readonly string[]
}

/** What the service is asked for: of the address, only what reports of the assessment offer. */
export function summaryInputOf(state: ReportState, environmentId: string, today: string, offer: ReportOffer) {
  const { assessment, grain, score, environment } = state
  return {
    environmentId,
    assessment,
    ...daysOf(state, today),
    view: offer.amounts ? state.view : ('count' as const),
    grain,
    environmentIds: environment.filter(id => uuidPattern.test(id)),
    scoreFrom: score?.[0] ?? 0,
    scoreTo: score?.[1] ?? 999,
    attributes: Object.fromEntries(
      reportAttributes.map(name => [name, offer.filters.includes(name) ? [...state[name]] : []]),
    ) as Record<ReportAttribute, string[]>,
    dataFilters: Object.fromEntries(
      offer.dataFilters.flatMap(path => {
        const values = state.dataFilters[path] ?? []
        return values.length === 0 ? [] : [[path, [...values]]]
      }),
    ),
  }
}

/** Whether a report shows only a part of the transactions of its range. */
export const isFiltered = (state: ReportState): boolean =>
  state.score !== null ||
  state.environment.length > 0 ||
  Object.keys(state.dataFilters).length > 0 ||
  reportAttributesOf(state.assessment).some(name => state[name].length > 0)

/** The range as the picker has it: it ends before the first moment of the day after. */
export function pickerRangeOf(state: ReportState, today: string): DateRange {
  if (state.from === null || state.to === null) return { kind: 'relative', amount: Number(state.days), unit: 'day' }
  const { from, to } = daysOf(state, today)
  return { kind: 'absolute', from: `${from}T00:00:00.000Z`, to: `${addDays(to, 1)}T00:00:00.000Z` }
}

/** The range that was picked. */
export function rangeOfPicker(picked: DateRange, today: string): Pick<ReportState, 'days' | 'from' | 'to'> {
  const relative = { days: '30', from: null, to: null } as const
  if (picked.kind === 'absolute') {
    const from = picked.from.slice(0, 10)
    const last = new Date(Date.parse(picked.to) - 1).toISOString().slice(0, 10)
    return { ...relative, from, to: last < from ? from : last }
  }
  const days = presetDays.find(each => each === picked.amount && picked.unit === 'day')
  return days === undefined
    ? { ...relative, from: addDays(today, 1 - Math.max(1, picked.amount)), to: today }
    : { ...relative, days: `${days}` }
}
