import { Button, ConfirmDanger, Icon, Kbd } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useUnfinishedCases } from '../../../platform/cases/use-unfinished-cases.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import type { CaseActions } from './actions/use-case-actions.ts'
import { startRefusalOf } from './model/refusal.ts'
import { RefusalText } from './model/refusal-text.tsx'

interface StartPanelProps {
  row: Case
  actions: CaseActions
}

/** *Start review*, or why the caller cannot start one, with what can be done instead. */
export function StartPanel({ row, actions }: StartPanelProps) {
  const offline = useOffline()
  const { shortcutsEnabled } = usePreferences()
  const refusal = startRefusalOf(row)
  const { mayResume, manager } = row.own
  if (refusal === null)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          aria-keyshortcuts={shortcutsEnabled ? 'S' : undefined}
          start={<Icon icon={Play} />}
          end={shortcutsEnabled ? <Kbd aria-hidden keys="S" /> : undefined}
          loading={actions.pending === 'start'}
          disabled={offline}
          onClick={actions.start}
        >
          <FormattedMessage id="Review.Case.Start" />
        </Button>
        {offline ? (
          <span className="text-xs text-fg-secondary">
            <FormattedMessage id="Offline.Writes" />
          </span>
        ) : null}
      </div>
    )
  const { kind } = refusal
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 wrap-anywhere">
        <RefusalText refusal={refusal} />
      </p>
      {kind === 'held' && mayResume ? (
        <Button size="sm" loading={actions.pending === 'resume'} disabled={offline} onClick={actions.resume}>
          <FormattedMessage id="Review.Case.Resume" />
        </Button>
      ) : null}
      {kind === 'lockedByOther' && manager ? <ForceRelease row={row} actions={actions} /> : null}
      {kind === 'locksLimit' ? <OpenCases /> : null}
      {kind === 'ownCaseInQueue' ? <OpenCases queueId={row.queueId} /> : null}
    </div>
  )
}

/** The cases that the caller reviews: those of one queue, or all. */
function OpenCases({ queueId }: { queueId?: string }): ReactNode {
  const { caseHref } = useCaseLinks()
  const { data } = useUnfinishedCases()
  const locked = (data?.locked ?? []).filter(each => queueId === undefined || each.queueId === queueId)
  return locked.map(each => (
    <Button key={each.id} size="sm" asChild>
      <Link to={caseHref(each)}>
        <FormattedMessage
          id="Review.Case.GoTo"
          values={{
            id: (
              <bdi key="id" dir="ltr">
                {each.externalId}
              </bdi>
            ),
          }}
        />
      </Link>
    </Button>
  ))
}

/** Ends the review of another person, which they are told at once. */
function ForceRelease({ row, actions }: { row: Case; actions: CaseActions }) {
  const [open, setOpen] = useState(false)
  const name = row.lock?.owner.name ?? ''
  return (
    <>
      <Button size="sm" variant="ghost" loading={actions.pending === 'forceRelease'} onClick={() => setOpen(true)}>
        <FormattedMessage id="Review.Case.ForceRelease" />
      </Button>
      <ConfirmDanger
        open={open}
        onOpenChange={setOpen}
        title={<FormattedMessage id="Review.Case.ForceRelease.Title" values={{ name: <bdi key="name">{name}</bdi> }} />}
        description={<FormattedMessage id="Review.Case.ForceRelease.Text" />}
        confirmLabel={<FormattedMessage id="Review.Case.ForceRelease" />}
        onConfirm={() => {
          setOpen(false)
          actions.forceRelease()
        }}
      />
    </>
  )
}
