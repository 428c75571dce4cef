import {
  apiExperiences,
  type MeteredCapability,
  meteredCapabilities,
  meteredResponses,
} from '@assay/risk-service/contract'
import { choiceParameter, optionalParameter, type SearchParameter } from '../router/use-search-state.ts'

/** A day of UTC; null for anything else. */
const dayParameter: SearchParameter<string | null> = {
  parse: text => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialise: day => day,
}

/** What the address of the summary has: a day of the billing cycle. */
export const summaryParameters = { cycle: dayParameter }

/** What the address of the details has; without days they are of the last thirty. */
export const detailParameters = {
  from: dayParameter,
  to: dayParameter,
  capability: choiceParameter(meteredCapabilities),
  api: optionalParameter,
  only: optionalParameter,
  experience: choiceParameter(apiExperiences),
  response: choiceParameter(meteredResponses),
}
export type DetailState = {
  [Name in keyof typeof detailParameters]: ReturnType<(typeof detailParameters)[Name]['parse']>
}

const dayMs = 86_400_000
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days of the details: as the address has them, else the last thirty. */
export function daysOf({ from, to }: Pick<DetailState, 'from' | 'to'>, now: number): { from: string; to: string } {
  const end = to ?? dayOf(now)
  const start = from ?? dayOf(Date.parse(end) - 29 * dayMs)
  return start <= end ? { from: start, to: end } : { from: end, to: end }
}

/** The query of an address of the details. */
export function detailQuery(state: { from?: string; to?: string; capability?: MeteredCapability }): URLSearchParams {
  return new URLSearchParams(Object.entries(state))
}
