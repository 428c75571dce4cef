import type { DateRange } from '@assay/design-system'
import { type SupportAccount, type SupportKey, supportKeys, supportListIds } from '@assay/risk-service/contract'
import {
  choiceParameter,
  defaultedParameter,
  optionalParameter,
  type SearchParameter,
  textParameter,
} from '../../platform/router/use-search-state.ts'
import type { ListedValue } from '../../platform/support-status/support-entries.ts'

export const supportTabs = ['accounts', 'transactions'] as const

const day = 86_400_000
/** Days that the history has at first. */
const defaultRange: DateRange = { kind: 'relative', amount: 90, unit: 'day' }
/** Days of stored events: what "all dates" means. */
export const allDates: DateRange = { kind: 'relative', amount: 400, unit: 'day' }
export const rangePresets = [7, 30, 90, 400].map(amount => ({ kind: 'relative', amount, unit: 'day' }) as const)

const accountTypes = ['user', 'email', 'purchase'] as const

/** An account as `user:U-1`. */
const accountParameter: SearchParameter<SupportAccount | null> = {
  parse: text => {
    const colon = text?.indexOf(':') ?? -1
    const type = accountTypes.find(each => each === text?.slice(0, colon))
    const value = text?.slice(colon + 1).trim() ?? ''
    return type === undefined || value === '' || value.length > 256 ? null : { type, value }
  },
  serialise: account => (account === null ? null : `${account.type}:${account.value}`),
}

/** A value whose list status is being changed, as `email:ana@shop.example`. */
const listedParameter: SearchParameter<ListedValue | null> = {
  parse: text => {
    const colon = text?.indexOf(':') ?? -1
    const list = supportListIds.find(each => each === text?.slice(0, colon))
    const value = text?.slice(colon + 1).trim() ?? ''
    return list === undefined || value === '' || value.length > 256 ? null : { list, value }
  },
  serialise: listed => (listed === null ? null : `${listed.list}:${listed.value}`),
}

/** Days before now as `30d`, or two instants. */
const rangeParameter: SearchParameter<DateRange> = {
  parse: text => {
    const days = Number(/^(\d{1,3})d$/.exec(text ?? '')?.[1])
    if (days > 0) return { kind: 'relative', amount: days, unit: 'day' }
    const [from = '', to = ''] = text?.split('~') ?? []
    return Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))
      ? defaultRange
      : { kind: 'absolute', from, to }
  },
  serialise: range =>
    range.kind === 'absolute'
      ? `${range.from}~${range.to}`
      : range.amount === 90 && range.unit === 'day'
        ? null
        : `${daysOf(range)}d`,
}

function daysOf(range: Extract<DateRange, { kind: 'relative' }>): number {
  const length = { minute: 60_000, hour: 3_600_000, day }[range.unit] * range.amount
  return Math.min(400, Math.max(1, Math.round(length / day)))
}

/**
 * What the address of the page carries: the search and what is chosen of its result. Telemetry sends no query of an
 * address, and the service logs none.
 */
export const supportSchema = {
  q: textParameter,
  key: choiceParameter<SupportKey>(supportKeys),
  range: rangeParameter,
  account: accountParameter,
  tab: defaultedParameter(supportTabs, 'accounts'),
  order: optionalParameter,
  edit: listedParameter,
}

/** The instants of a range, rounded to a minute so that one visit asks for one range. */
export function boundsOf(range: DateRange, now: number): { from: string; to: string } {
  if (range.kind === 'absolute') return { from: range.from, to: new Date(Date.parse(range.to) - 1).toISOString() }
  const to = Math.ceil(now / 60_000) * 60_000
  return { from: new Date(to - daysOf(range) * day).toISOString(), to: new Date(to).toISOString() }
}
