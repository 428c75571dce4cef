import { Badge, Card, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator, DropdownMenuTrigger, IconButton, useFormat } from '@assay/design-system'
import type { CallFigures as Figures, ExternalCall } from '@assay/risk-service/contract'
import { Ellipsis } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { CallFigures } from '../../platform/calls/call-figures.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { performanceView, useCallHref } from './refs.ts'

interface CallCardProps {
  call: ExternalCall & { figures: Figures }
  write: boolean
  onTest: () => void
  onDelete: () => void
}

/** A call with what it does, how it fares, and what can be done with it. */
export function CallCard({ call, write, onTest, onDelete }: CallCardProps) {
  const intl = useIntl()
  const format = useFormat()
  const navigate = useNavigate()
  const offline = useOffline()
  const callHref = useCallHref()
  const { id, body: { name, description, method, url }, suspendedUntil, figures, usedByActive } = call
  return (
    <Card className="flex h-full min-w-0 flex-col gap-3 p-4 text-sm">
      <div className="flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-md font-semibold">
            <Link to={callHref(id)} className="min-w-0 truncate text-link hover:underline"><bdi>{name}</bdi></Link>
            {suspendedUntil === null ? null : <Badge tone="warning"><FormattedMessage id="Calls.Suspended" /></Badge>}
          </h2>
          {description === '' ? null : <p dir="auto" className="line-clamp-2 text-fg-secondary">{description}</p>}
          <p className="truncate text-xs text-fg-muted"><bdi dir="ltr" className="font-mono">{method} {url}</bdi></p>
        </div>
        <DropdownMenu>
          <DropdownMenuTrigger asChild><IconButton icon={Ellipsis} size="sm" label={intl.formatMessage({ id: 'Rules.Menu.Label' }, { name })} /></DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {write ? <DropdownMenuItem onSelect={() => void navigate(callHref(id))}><FormattedMessage id="Rules.Menu.Edit" /></DropdownMenuItem> : null}
            <DropdownMenuItem onSelect={() => void navigate(callHref(id, performanceView))}><FormattedMessage id="Calls.Performance" /></DropdownMenuItem>
            {write ? (
              <>
                <DropdownMenuItem disabled={offline} onSelect={onTest}><FormattedMessage id="Calls.Test" /></DropdownMenuItem>
                <DropdownMenuSeparator />
                <DropdownMenuItem tone="danger" disabled={offline} onSelect={onDelete}><FormattedMessage id="Rules.Menu.Delete" /></DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      {suspendedUntil === null ? null : <p className="text-xs text-warning-text"><FormattedMessage id="Calls.Suspended.Why" values={{ time: format.time(suspendedUntil) }} /></p>}
      <CallFigures figures={figures} used={usedByActive} />
    </Card>
  )
}
