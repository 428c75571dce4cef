import { parseObservedField } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** Returns the name of a field of observations or labels: what it belongs to, and its path. */
export function observedFieldName(intl: IntlShape, key: string): string {
  const found = parseObservedField(key)
  if (found === null) return key
  return intl.formatMessage(
    { id: 'Reports.Observed.Field' },
    { event: found.event ?? intl.formatMessage({ id: 'Reports.Signal.Label' }), field: found.field },
  )
}
