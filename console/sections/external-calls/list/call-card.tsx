import { DropdownMenuItem, useFormat } from '@assay/design-system'
import type { CallMetrics, ExternalCall } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useOffline } from '../../../platform/offline/connection.ts'
import { OutgoingCard } from '../../../platform/outgoing-requests/outgoing-card.tsx'
import { callPerformanceView, useCallHref } from '../links.ts'

interface CallCardProps {
  call: ExternalCall & { figures: CallMetrics }
  write: boolean
  onTest: () => void
  onDelete: () => void
}

/** A call with what it does, how it fares, and what can be done with it. */
export function CallCard({ call, write, onTest, onDelete }: CallCardProps) {
  const format = useFormat()
  const navigate = useNavigate()
  const offline = useOffline()
  const callHref = useCallHref()
  const {
    id,
    body: { name, description, method, url },
    suspendedUntil,
    figures,
    usedByActive,
  } = call
  return (
    <OutgoingCard
      name={name}
      open={callHref(id)}
      performance={callHref(id, callPerformanceView)}
      description={description}
      suspended={suspendedUntil !== null}
      figures={figures}
      used={usedByActive}
      // Cut at its own end: in a line from right to left it lost method and host.
      target={
        <p className="flex text-xs text-fg-muted">
          <bdi dir="ltr" className="min-w-0 truncate font-mono">
            {method} {url}
          </bdi>
        </p>
      }
      notice={
        suspendedUntil === null ? undefined : (
          <p className="text-xs text-warning-text">
            <FormattedMessage id="OutgoingRequests.Suspended.Reason" values={{ time: format.time(suspendedUntil) }} />
          </p>
        )
      }
      {...(write
        ? {
            onEdit: () => void navigate(callHref(id)),
            onDelete,
            commands: (
              <DropdownMenuItem disabled={offline} onSelect={onTest}>
                <FormattedMessage id="OutgoingRequests.Test" />
              </DropdownMenuItem>
            ),
          }
        : {})}
    />
  )
}
