import { useFormat } from '@assay/design-system'
import type { SupportEntry } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { SupportStatusBadge } from './support-status-badge.tsx'

/** The current entry of a value in a list: its status, since when and by whom, why and until when. */
export function CurrentEntry({ entry }: { entry: SupportEntry | null }) {
  const format = useFormat()
  if (!entry)
    return (
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="SupportStatus.None" />
      </p>
    )
  return (
    <div className="flex flex-col gap-1 text-xs text-fg-secondary">
      <p className="flex flex-wrap items-center gap-2">
        <SupportStatusBadge status={entry.status} />
        <span>
          <FormattedMessage
            id="Common.UserAndTime"
            values={{ user: <bdi key="user">{entry.updatedBy}</bdi>, time: format.dateTime(entry.updatedAt) }}
          />
        </span>
      </p>
      {entry.reason === '' ? null : (
        <p dir="auto" className="wrap-anywhere text-fg">
          {entry.reason}
        </p>
      )}
      {entry.comments === '' ? null : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {entry.comments}
        </p>
      )}
      {entry.expiresAt === null ? null : (
        <p>
          <FormattedMessage id="SupportStatus.Until" values={{ time: format.dateTime(entry.expiresAt) }} />
        </p>
      )}
    </div>
  )
}
