import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator, DropdownMenuTrigger, IconButton, RelativeTime } from '@assay/design-system'
import type { CallFigures as Figures, ExternalAssessment } from '@assay/risk-service/contract'
import { Ellipsis } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { CallFigures } from '../../platform/calls/call-figures.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { useAssessmentsHref } from './refs.ts'

interface AssessmentCardProps {
  assessment: ExternalAssessment & { figures: Figures }
  write: boolean
  onOpen: () => void
  onDelete: () => void
}

/** One external assessment: what it calls, and how that went. */
export function AssessmentCard({ assessment: { id, body, target, figures, usedByActive, updatedBy, updatedAt }, write, onOpen, onDelete }: AssessmentCardProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const offline = useOffline()
  const href = useAssessmentsHref()
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line-subtle bg-surface p-4 text-sm">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-md font-semibold wrap-anywhere"><button type="button" className="focus-ring text-start text-link hover:underline" onClick={onOpen}><bdi>{body.name}</bdi></button></h2>
          {target === null ? <p className="text-danger-text"><FormattedMessage id="ExternalAssessments.Target.Gone" /></p> : (
            <p className="flex flex-wrap gap-x-2 text-fg-secondary"><bdi>{target.name}</bdi><bdi className="text-fg-muted">{target.environmentPath}</bdi></p>
          )}
        </div>
        <DropdownMenu>
          <DropdownMenuTrigger asChild><IconButton icon={Ellipsis} size="sm" label={intl.formatMessage({ id: 'Rules.Menu.Label' }, { name: body.name })} /></DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={() => void navigate(href(id))}><FormattedMessage id="Calls.Performance" /></DropdownMenuItem>
            {write ? (
              <>
                <DropdownMenuItem onSelect={onOpen}><FormattedMessage id="Rules.Menu.Edit" /></DropdownMenuItem>
                <DropdownMenuSeparator />
                <DropdownMenuItem tone="danger" disabled={offline} onSelect={onDelete}><FormattedMessage id="Rules.Menu.Delete" /></DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      {body.description === '' ? null : <p className="text-fg-secondary wrap-anywhere" dir="auto">{body.description}</p>}
      <CallFigures figures={figures} used={usedByActive} />
      <p className="mbs-auto text-xs text-fg-muted"><bdi>{updatedBy}</bdi> <RelativeTime value={updatedAt} /></p>
    </li>
  )
}
