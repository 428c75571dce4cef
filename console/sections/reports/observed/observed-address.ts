import { observedReportForms } from '@assay/risk-service/contract'
import { defaultedParameter } from '../../../platform/router/use-search-state.ts'
import { reportParameters } from '../report-address.ts'

/** The figures of the transactions, and the values of what was observed of them. */
export const summaryTabs = ['summary', 'observed'] as const

/** The state of the Summary in its address. */
export const summaryParameters = {
  ...reportParameters,
  tab: defaultedParameter(summaryTabs, 'summary'),
  /** What the values of observations are shown by. */
  show: defaultedParameter(observedReportForms, 'time'),
}
