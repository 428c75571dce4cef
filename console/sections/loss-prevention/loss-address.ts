import { isMonth, type LossFilter, lossEntityKinds } from '@assay/risk-service/contract'
import { defaultedParameter, optionalParameter, type SearchParameter } from '../../platform/router/use-search-state.ts'

const monthParameter: SearchParameter<string | null> = {
  parse: text => (text !== null && isMonth(text) ? text : null),
  serialise: month => month,
}
/** A score; its end of the scale is left out of the address. */
const scoreParameter = (end: 0 | 999): SearchParameter<number> => ({
  parse: text => (text !== null && /^\d{1,3}$/.test(text) ? Number(text) : end),
  serialise: score => (score === end ? null : String(score)),
})

/** A page of a table, counted from 1; the first one is left out of the address. */
const pageParameter: SearchParameter<number> = {
  parse: text => (text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1),
  serialise: page => (page === 1 ? null : String(page)),
}

/** The state of the report in its address, which shows the same page to somebody else. */
export const lossParameters = {
  from: monthParameter,
  to: monthParameter,
  min: scoreParameter(0),
  max: scoreParameter(999),
  tab: defaultedParameter(lossEntityKinds, 'staff'),
  page: pageParameter,
  /** Whose detail is shown. */
  staff: optionalParameter,
  terminal: optionalParameter,
} as const
export type LossState = { [Name in keyof typeof lossParameters]: ReturnType<(typeof lossParameters)[Name]['parse']> }

/** The filters of the whole report. */
export const allScores = { from: null, to: null, min: 0, max: 999, page: 1 } as const

/** What the service is asked for. Limits in the wrong order are exchanged. */
export function filterOf({ from, to, min, max }: LossState, environmentId: string): LossFilter {
  const [monthFrom, monthTo] = from !== null && to !== null && from > to ? [to, from] : [from, to]
  return {
    environmentId,
    ...(monthFrom === null ? {} : { monthFrom }),
    ...(monthTo === null ? {} : { monthTo }),
    scoreFrom: Math.min(min, max),
    scoreTo: Math.max(min, max),
  }
}

/** First moment of a month such as `2026-10`, of UTC. */
export const timeOfMonth = (month: string): number => Date.parse(`${month}-01T00:00:00Z`)
