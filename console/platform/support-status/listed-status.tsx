import { useFormat } from '@assay/design-system'
import type { SupportEntry } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { SupportStatusBadge } from './support-status-badge.tsx'

/** Status of a value on its list in one line, since when and until when; says also that it is on none. */
export function ListedStatus({ entry }: { entry: SupportEntry | null }) {
  const format = useFormat()
  if (entry === null)
    return (
      <span className="text-fg-secondary">
        <FormattedMessage id="SupportStatus.None" />
      </span>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <SupportStatusBadge status={entry.status} />
      <span className="text-xs text-fg-secondary">
        <FormattedMessage
          id={entry.expiresAt === null ? 'SupportStatus.Since' : 'SupportStatus.Validity'}
          values={{
            from: format.dateTime(entry.updatedAt),
            until: entry.expiresAt === null ? '' : format.dateTime(entry.expiresAt),
          }}
        />
      </span>
    </span>
  )
}
