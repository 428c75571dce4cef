import { monitorTimescales } from '@assay/risk-service/contract'
import { defaultedParameter, flagParameter, optionalParameter } from '../../../platform/router/use-search-state.ts'

export const monitorViews = ['transactions', 'observations'] as const

/** What the address of a monitor has. */
export const monitorSchema = {
  view: defaultedParameter(monitorViews, 'transactions'),
  timescale: defaultedParameter(monitorTimescales, '48h'),
  /** Counts instead of shares. */
  absolute: flagParameter('1'),
  branch: optionalParameter,
}
