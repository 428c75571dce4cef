import { detailParameters, summaryParameters } from '../../../platform/metering/usage-address.ts'
import { defaultedParameter, optionalParameter } from '../../../platform/router/use-search-state.ts'

export const billingViews = ['plan', 'summary', 'details', 'prices', 'outlook'] as const

/** What the address of the tab has: the view with its filters, and the root environment. */
export const billingParameters = {
  view: defaultedParameter(billingViews, 'plan'),
  root: optionalParameter,
  ...summaryParameters,
  ...detailParameters,
}
