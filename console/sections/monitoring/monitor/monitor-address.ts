import { monitorTimescales } from '@assay/risk-service/contract'
import {
  defaultedParameter,
  flagParameter,
  optionalParameter,
  type SearchParameter,
} from '../../../platform/router/use-search-state.ts'

export const monitorViews = ['transactions', 'observations'] as const

/** What the address of a monitor has. */
export const monitorSchema = {
  view: defaultedParameter(monitorViews, 'transactions'),
  timescale: defaultedParameter(monitorTimescales, '48h'),
  /** Counts instead of shares. */
  absolute: flagParameter('1'),
  branch: optionalParameter,
}

const defaultAssessment = 'purchase'
const assessmentParameter: SearchParameter<string> = {
  parse: text => (text !== null && /^[\w-]{1,60}$/.test(text) ? text : defaultAssessment),
  serialise: assessment => (assessment === defaultAssessment ? null : assessment),
}

/** What the address of the monitor among the reports has besides. */
export const monitoredParameters = { assessment: assessmentParameter, branch: optionalParameter }
