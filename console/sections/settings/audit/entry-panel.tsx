import {
  Button,
  belowMd,
  DirectionalIcon,
  IconButton,
  SidePanel,
  SkeletonRows,
  useMediaQuery,
} from '@assay/design-system'
import type { LogEntry } from '@assay/risk-service/contract'
import { ChevronDown, ChevronUp, ExternalLink, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { ChangeSteps } from '../entry/change-steps.tsx'
import { entryPath } from '../entry/entry-address.ts'
import { EntryDiff } from '../entry/entry-diff.tsx'
import { EntryFacts } from '../entry/entry-facts.tsx'
import { useEntry } from '../entry/use-entry.ts'
import { useEntryEnvironment } from '../entry/use-entry-environment.ts'
import { useLogNames } from '../log-names.ts'

interface EntryPanelProps {
  environmentId: string
  id: string
  onGo: (id: string) => void
  onClose: () => void
  /** Move to the entry before or after in the table; absent at its edges. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The chosen entry under the table: its facts, and what was before and after; a sheet on a small screen. */
export function EntryPanel({ environmentId, id, onGo, onClose, onPrevious, onNext }: EntryPanelProps) {
  const intl = useIntl()
  const href = useHref()
  const names = useLogNames()
  const environmentOf = useEntryEnvironment(environmentId)
  const small = useMediaQuery(belowMd)
  const [all, setAll] = useState(false)
  const query = useEntry(environmentId, id)
  const entry = query.data as LogEntry | undefined
  const content = entry ? (
    <>
      <EntryFacts entry={entry} />
      <EntryDiff key={entry.id} entry={entry} all={all} />
    </>
  ) : query.isError ? (
    <QueryError error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <SkeletonRows rows={6} />
  )
  const title = entry ? (
    <bdi>{entry.resourceName || entry.id}</bdi>
  ) : (
    <FormattedMessage id="EventTracing.Kind.activityLog" />
  )
  const subtitle = entry
    ? intl.formatList([names.resource(entry.resourceType), names.operation(entry.operation)], { type: 'unit' })
    : null
  const steps = entry ? <ChangeSteps entry={entry} onGo={onGo} all={all} onAllChange={setAll} /> : null
  const open: ReactNode = entry ? (
    <Button asChild size="sm">
      <Link to={href(entryPath(entry, environmentOf(entry)))}>
        <FormattedMessage id="ActivityLog.Open" />
        <DirectionalIcon icon={ExternalLink} size={12} />
      </Link>
    </Button>
  ) : null
  if (small)
    return (
      <SidePanel title={title} onClose={onClose} onPrevious={onPrevious} onNext={onNext} actions={open}>
        <div className="flex flex-col gap-2 px-page py-2">
          <p className="text-sm text-fg-secondary">{subtitle}</p>
          {steps}
        </div>
        {content}
      </SidePanel>
    )
  return (
    <section
      aria-label={intl.formatMessage({ id: 'EventTracing.Kind.activityLog' })}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto border-bs-4 border-canvas bg-surface"
    >
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-y border-line-subtle px-page">
        <IconButton
          size="sm"
          icon={ChevronUp}
          label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Previous' })}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        />
        <IconButton
          size="sm"
          icon={ChevronDown}
          label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Next' })}
          disabled={onNext === undefined}
          onClick={onNext}
        />
        <h2 className="text-md font-semibold">{title}</h2>
        <span className="text-sm text-fg-secondary">{subtitle}</span>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {steps}
          {open}
          <IconButton size="sm" icon={X} label={intl.formatMessage({ id: 'Common.Close' })} onClick={onClose} />
        </div>
      </div>
      {content}
    </section>
  )
}
