import { useIntl } from 'react-intl'
import { missingMark } from './marks.ts'

/** The dash for a missing value, with its text for screen readers. */
export function MissingValue() {
  const intl = useIntl()
  return (
    <span className="text-fg-muted">
      <span aria-hidden>{missingMark}</span>
      <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.KeyValueList.Missing' })}</span>
    </span>
  )
}
