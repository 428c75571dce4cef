import { Callout, lazyPart, useToast } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { Suspense, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useHasPassed } from '../../../platform/api/use-server-time.ts'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useNextCaseChoice } from '../../../platform/cases/use-page-options.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { ActionRow } from './action-row.tsx'
import { type CaseActions, useCaseActions } from './actions/use-case-actions.ts'
import { BundleRow } from './bundle-row.tsx'
import { CaseState } from './case-state.tsx'
import { CockpitMenu } from './cockpit-menu.tsx'
import { readDecisionDraft, storeDecisionDraft } from './decision/decision-draft.ts'
import { LockLossNotice } from './lock/lock-loss-notice.tsx'
import { LockWatch } from './lock/lock-watch.tsx'
import { useActivityReport } from './lock/use-activity-report.ts'
import { useLockLoss } from './lock/use-lock-loss.ts'
import { caseModeOf } from './model/case-mode.ts'
import type { Refusal } from './model/refusal.ts'
import type { Advance } from './next/use-advance.ts'
import { useNextCase, useQueuePlace } from './next/use-next-case.ts'
import { useUndo } from './next/use-undo.tsx'
import { useUndoTogether } from './next/use-undo-together.tsx'
import { NextCaseButton } from './next-case-button.tsx'
import { ApprovalPanel } from './panels/approval-panel.tsx'
import { ChallengeNotice } from './panels/challenge-notice.tsx'
import { OutcomePanel } from './panels/outcome-panel.tsx'
import { QuickMenu } from './quick-menu.tsx'
import type { CaseCommand } from './review-buttons.ts'
import { StartPanel } from './start-panel.tsx'
import { useEarlyPress } from './use-early-press.ts'

const CaseDialogs = lazyPart(() => import('./case-dialogs.tsx').then(module => ({ default: module.CaseDialogs })))

interface CaseBarProps {
  row: Case
  advance: Advance
}

/**
 * Everything about the case on the page of its event: who reviews it and for how long, what the caller may do, and how
 * it was decided.
 */
export function CaseBar({ row, advance }: CaseBarProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const { toast } = useToast()
  const { queueHref, caseHref } = useCaseLinks()
  const {
    session: { user },
  } = useEnvironments()
  const { opens: opensNext } = useNextCaseChoice()
  const [command, setCommand] = useState<CaseCommand | null>(null)
  const [dialogLoaded, setDialogLoaded] = useState(false)
  const [nextRefusal, setNextRefusal] = useState<Refusal | null>(null)
  const lockEnded = useHasPassed(row.lock === null ? null : Date.parse(row.lock.expiresAt))
  const mode = caseModeOf(row, lockEnded)
  const offerUndo = useUndo()
  const offerUndoTogether = useUndoTogether()
  const next = useNextCase(advance, setNextRefusal, row)
  const queue = { id: row.queueId, environmentId: row.environmentId, name: row.queueName }
  const actions = useCaseActions({
    row,
    onEnd: (after, kind) => {
      setCommand(null)
      if (kind === 'decision') offerUndo(after)
      // Also without it: a case that was sent back or passed on is no longer here.
      const startsNext = (opensNext || kind === 'other') && advance.isPresent()
      if (startsNext) next.start(queue)
      return startsNext
    },
    onDone: (after, name) => {
      // A review that was taken again leaves the dialog of the decision open: its text is still there.
      if (name !== 'start') setCommand(null)
      if (name === 'approve') offerUndo(after)
    },
    onFailure: name => {
      if (advance.back(row) || name !== 'decide') return
      toast({
        tone: 'danger',
        title: intl.formatMessage({ id: 'Review.Case.NotDecided' }, { id: row.externalId }),
        action: {
          label: intl.formatMessage({ id: 'Review.Case.GoTo' }, { id: row.externalId }),
          onAction: () => void navigate(caseHref(row)),
        },
      })
    },
    onDecidedTogether: offerUndoTogether,
  })
  /** The review begins as soon as the decision before is stored: its buttons are there, and wait. */
  const begins = mode === 'view' && advance.pending
  const loss = useLockLoss(row, mode, lockEnded, actions.ending)
  useActivityReport(mode === 'review' ? row : null)
  const place = useQueuePlace(row)
  const { following, fetched } = place
  const { prepare } = advance
  useEffect(() => {
    // A hidden page is not drawn again when more arrives: it would have to be drawn when it is shown.
    if (mode === 'review' && opensNext) prepare(fetched)
  }, [prepare, fetched, mode, opensNext])
  const decide: CaseActions['decide'] = (request, answer) => {
    if (actions.pending !== null) return
    actions.decide(request, answer)
    if (request.purpose !== 'decide' || answer.together || !opensNext || !following) return
    // What was typed outlives a refusal, also one that meets another page.
    storeDecisionDraft(user.id, row.id, answer.draft)
    advance.begin(row, following)
  }

  const close = () => {
    setCommand(null)
    setNextRefusal(null)
    actions.resetFailure()
  }
  const startNext = () => {
    close()
    next.start(queue)
  }
  const back = () => void navigate(queueHref({ id: row.queueId, environmentId: row.environmentId }))
  const execute = (requested: CaseCommand) => {
    const { previous } = place
    if (requested.kind === 'start') return actions.start()
    if (requested.kind === 'takeBundle') return actions.takeBundle()
    if (requested.kind === 'previous') return previous ? void navigate(caseHref(previous)) : undefined
    // Whoever reviews a case looks at the next one without a lock; everybody else begins its review.
    if (requested.kind === 'following' || (requested.kind === 'next' && mode === 'review'))
      return following ? void navigate(caseHref(following)) : undefined
    if (requested.kind === 'next') return startNext()
    actions.resetFailure()
    setDialogLoaded(true)
    setCommand(requested)
  }
  const early = useEarlyPress({ waits: begins, begun: mode === 'review', onBegun: execute })
  const draft = readDecisionDraft(user.id, row.id)
  const hasDialog = command !== null || nextRefusal !== null || actions.failure?.refusal != null
  return (
    <div className="flex flex-col gap-2 px-page pbe-2 text-sm">
      <ChallengeNotice row={row} />
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {mode === 'view' && row.state === 'AwaitingApproval' && row.approval ? (
          <ApprovalPanel row={row} approval={row.approval} actions={actions} />
        ) : mode === 'view' && loss === null && !begins ? (
          <StartPanel row={row} actions={actions} />
        ) : null}
        <ActionRow
          row={row}
          mode={begins ? 'review' : mode}
          pending={begins ? (early.noted?.id ?? 'start') : actions.pending}
          place={place}
          onCommand={execute}
          onEarlyPress={begins ? early.note : null}
        />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        {/* Its own parts wrap before the commands beside it move to another line. */}
        <div className="min-w-0 flex-[1_1_12rem]">
          <CaseState row={row} mode={mode} place={place} />
        </div>
        <div className="ms-auto flex min-w-0 flex-wrap items-center gap-2">
          <span className="contents max-sm:hidden">
            {mode === 'review' ? <QuickMenu row={row} blocked={actions.pending !== null} onCommand={execute} /> : null}
            {following ? (
              <NextCaseButton
                row={following}
                command={mode === 'review' ? 'next' : 'following'}
                disabled={actions.pending !== null}
                onOpen={() => execute({ kind: 'following' })}
              />
            ) : null}
          </span>
          <CockpitMenu />
        </div>
      </div>
      {loss === null ? (
        <BundleRow
          row={row}
          mode={mode}
          pending={begins ? 'start' : actions.pending}
          onCommand={kind => execute({ kind })}
        />
      ) : null}
      {mode === 'decided' && row.outcome ? <OutcomePanel row={row} outcome={row.outcome} actions={actions} /> : null}
      {loss ? (
        <LockLossNotice
          row={row}
          loss={loss}
          text={draft?.note ?? ''}
          onStart={row.own.startRefusal === null ? actions.start : undefined}
          starting={actions.pending === 'start'}
          onBack={back}
        />
      ) : null}
      {row.caseManagement || mode === 'decided' ? null : (
        <Callout tone="info">
          <p>
            <FormattedMessage id="Review.Case.SwitchedOff" values={{ assessment: row.assessment }} />
          </p>
        </Callout>
      )}
      {row.merchantStatus ? (
        <Callout tone="warning">
          <p>
            <FormattedMessage id="Review.Case.MerchantStatus" values={{ status: row.merchantStatus.statusType }} />
          </p>
        </Callout>
      ) : null}
      {actions.failure && actions.failure.refusal === null && command === null ? (
        <Callout tone="danger" live onDismiss={actions.resetFailure}>
          <p>{intl.formatMessage({ id: 'Review.Case.Failure.Unknown' })}</p>
        </Callout>
      ) : null}
      {mode === 'review' && row.lock ? (
        <LockWatch
          lock={row.lock}
          pending={actions.pending === 'extend' || actions.pending === 'sendBack' ? actions.pending : null}
          onContinue={actions.extend}
          onSendBack={() => actions.sendBack('')}
        />
      ) : null}
      {hasDialog || dialogLoaded ? (
        <Suspense fallback={null}>
          <CaseDialogs
            row={row}
            mode={mode}
            loss={loss}
            command={command}
            actions={{ ...actions, decide }}
            nextRefusal={nextRefusal}
            nextPending={next.starting}
            onNext={startNext}
            onBack={back}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
