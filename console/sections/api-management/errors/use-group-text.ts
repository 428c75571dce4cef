import type { ApiErrorGroup } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

/** Rules of schemas that have a text of their own. */
const rules: ReadonlySet<string> = new Set([
  'required',
  'type',
  'format',
  'enum',
  'maxLength',
  'minLength',
  'maxProperties',
  'size',
])

/** Returns a function that says what refused the calls of a group. */
export function useGroupText(): (group: Pick<ApiErrorGroup, 'fault' | 'message'>) => string {
  const intl = useIntl()
  return ({ fault, message }) => {
    if (fault === null) return message
    const field = fault.field === '' ? intl.formatMessage({ id: 'ApiManagement.WholeBody' }) : fault.field
    const rule = intl.formatMessage({ id: `ApiManagement.Rule.${rules.has(fault.rule) ? fault.rule : 'other'}` })
    return `${field}: ${rule}`
  }
}
