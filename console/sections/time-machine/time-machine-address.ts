import type { TimeMachineSubject } from '@assay/risk-service/contract'
import { defaultedParameter, optionalParameter, type SearchParameter } from '../../platform/router/use-search-state.ts'

/** Periods on offer: the whole history, the last days, or chosen dates. */
export const historyPeriods = ['all', '365', '180', '90', '30', 'custom'] as const
type HistoryPeriod = (typeof historyPeriods)[number]

const dayLength = 86_400_000
const dayParameter: SearchParameter<string | null> = {
  parse: text => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialise: day => day,
}
const assessmentParameter: SearchParameter<string> = {
  parse: text => (text !== null && /^\w{1,60}$/.test(text) ? text : 'purchase'),
  serialise: text => (text === 'purchase' ? null : text),
}
/** What runs: `live`, `draft.` with the id of a rule, or `template.` with that of a template. */
const subjectParameter: SearchParameter<string> = {
  parse: text => (text !== null && /^(draft|template)\.[0-9a-f-]{36}$/.test(text) ? text : 'live'),
  serialise: text => (text === 'live' ? null : text),
}

/** The state of the page in its address. */
export const timeMachineParameters = {
  assessment: assessmentParameter,
  rules: subjectParameter,
  period: defaultedParameter(historyPeriods, 'all'),
  /** Days in UTC, both included, of a custom period. */
  from: dayParameter,
  to: dayParameter,
  /** The run that is shown; null: the latest. */
  run: optionalParameter,
}
export interface TimeMachineState {
  assessment: string
  rules: string
  period: HistoryPeriod
  from: string | null
  to: string | null
  run: string | null
}

export function subjectOf(rules: string): TimeMachineSubject {
  const [kind, id = ''] = rules.split('.')
  return kind === 'draft' ? { kind, ruleId: id } : kind === 'template' ? { kind, templateId: id } : { kind: 'live' }
}

/** Returns the times of a period as the service takes them: none of the whole history. */
export function periodOf(
  { period, from, to }: Pick<TimeMachineState, 'period' | 'from' | 'to'>,
  now: number,
): { from?: string; to?: string } {
  if (period === 'all') return {}
  if (period !== 'custom')
    return { from: new Date(now - Number(period) * dayLength).toISOString(), to: new Date(now).toISOString() }
  return {
    ...(from === null ? {} : { from: `${from}T00:00:00.000Z` }),
    ...(to === null ? {} : { to: new Date(Date.parse(to) + dayLength).toISOString() }),
  }
}
