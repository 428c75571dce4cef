import { useIntl } from 'react-intl'
import { missingMark } from './marks.ts'

/** The dash for what is not there, with the words that say so aloud. */
export function MissingValue() {
  const intl = useIntl()
  return (
    <span className="text-fg-muted">
      <span aria-hidden>{missingMark}</span>
      <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.KeyValueList.Missing' })}</span>
    </span>
  )
}
