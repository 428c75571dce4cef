import { reportedTransactions } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

const events = 'v1.0/MerchantServices/Events/'

/** The name of an API without what all of its kind begin with; transactions of reports have a text. */
export function apiText(intl: IntlShape, apiName: string): string {
  if (apiName === reportedTransactions) return intl.formatMessage({ id: 'Usage.Api.Report' })
  return apiName.startsWith(events) ? apiName.slice(events.length) : apiName.replace(/^v1\.0\//, '')
}

/** Names of assessments of a tenant, as their addresses have them. */
export const assessmentNames = (apiNames: readonly string[]): string[] => [
  ...new Set(apiNames.map(each => each.replace(/^v1\.0\/(?:Action\/)?Assessment\//i, '').replace(/\/Branch$/i, ''))),
]
