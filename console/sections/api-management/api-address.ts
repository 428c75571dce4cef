import { apiExperiences, apiTypes } from '@assay/risk-service/contract'
import { type PerformanceRange, parseRange, serialiseRange } from '../../platform/outgoing-requests/performance.ts'
import {
  choiceParameter,
  flagParameter,
  optionalParameter,
  type SearchParameter,
} from '../../platform/router/use-search-state.ts'

const rangeParameter: SearchParameter<PerformanceRange> = { parse: parseRange, serialise: serialiseRange }

/** A status code of errors; null for anything else. */
const codeParameter: SearchParameter<number | null> = {
  parse: text => (text !== null && /^[45]\d\d$/.test(text) ? Number(text) : null),
  serialise: code => (code === null ? null : String(code)),
}

/** What the addresses of both pages have. */
const periodParameters = { range: rangeParameter, api: optionalParameter }

/** What the address of the requests has. */
export const requestParameters = {
  ...periodParameters,
  type: choiceParameter(apiTypes),
  experience: choiceParameter(apiExperiences),
  caller: optionalParameter,
  version: optionalParameter,
  /** The combination of API, caller and version whose latency and errors are shown. */
  row: optionalParameter,
  /** The code whose errors are shown. */
  code: codeParameter,
  spread: flagParameter('shown'),
}

/** What the address of the errors has: `group` is the one that is selected. */
export const errorParameters = {
  ...periodParameters,
  caller: optionalParameter,
  version: optionalParameter,
  code: codeParameter,
  group: optionalParameter,
}

const units = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

/** Returns the instants of a range as a request has them. */
export function boundsOf(range: PerformanceRange, now: number): { from: string; to: string } {
  const { from, to } =
    range.kind === 'absolute'
      ? { from: Date.parse(range.from), to: Date.parse(range.to) }
      : { from: now - range.amount * units[range.unit], to: now }
  return { from: new Date(from).toISOString(), to: new Date(Math.max(to, from + units.minute)).toISOString() }
}

const events = 'v1.0/MerchantServices/Events/'

/** Returns the name of an API without what all of its kind begin with. */
export const shortApiName = (apiName: string): string =>
  apiName.startsWith(events) ? apiName.slice(events.length) : apiName.replace(/^v1\.0\//, '')

/**
 * Returns after how many milliseconds figures are read again, by the seconds of a step of their chart: those of longer
 * periods take longer to read, and change less.
 */
export function refreshMsOf(step: number | undefined): number {
  if (step === undefined || step * 1000 <= units.minute) return 10_000
  return step * 1000 <= units.hour ? units.minute : 5 * units.minute
}
