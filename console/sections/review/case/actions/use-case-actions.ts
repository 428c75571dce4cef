import type { Case } from '@assay/risk-service/contract'
import { useState } from 'react'
import { client } from '../../../../platform/api/client.ts'
import { isApplied } from '../../../../platform/cases/bulk/bulk-result-dialog.tsx'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import type { DecisionAnswer, DecisionRequest } from '../decision/decision-dialog.tsx'
import { type Refusal, refusalOf } from '../model/refusal.ts'
import { useCaseMutation } from '../model/use-case-mutation.ts'
import type { DecidedTogether } from '../next/use-undo-together.tsx'

/** What happened to the last change: the service refused it, or its answer was lost. */
export interface ChangeFailure {
  refusal: Refusal | null
  error: Error
}

/** What has ended the review: a decision of one case, of all that are reviewed together, or something else. */
export type ReviewEnd = 'decision' | 'together' | 'other'

interface CaseActionsOptions {
  row: Case
  /**
   * The caller's review is over by an action of this page: of a decision the page offers to take it back. Answers
   * whether the review of the next case is started.
   */
  onEnd: (row: Case, kind: ReviewEnd) => boolean
  /** A change is done that leaves the review as it is. */
  onDone: (row: Case, name: string) => void
  /** The last change failed. */
  onFailure: (name: string) => void
  /** Several cases have been decided together. */
  onDecidedTogether: (decided: DecidedTogether) => void
}

/** What is sent with each decision. */
type BundleChoice = Pick<
  Parameters<typeof client.cases.decideMany>[0],
  'decision' | 'reason' | 'note' | 'usefulness' | 'listUpdates' | 'tag'
>

/** One change of a case as it is sent. */
type CaseChange = (row: Case, leaseToken: string) => Promise<Case>

/** All changes of a case by its reviewer. One runs at a time; its failure stays until the next one, or until it is reset. */
export function useCaseActions({ row, onEnd, onDone, onFailure, onDecidedTogether }: CaseActionsOptions) {
  const [failure, setFailure] = useState<ChangeFailure | null>(null)
  /** An action that ends the review is under way or done: the end is no surprise. */
  const [ending, setEnding] = useState(false)
  const [pending, setPending] = useState<string | null>(null)
  const { mutate } = useCaseMutation<{ name: string; change: CaseChange; ends: ReviewEnd | null }>({
    mutationFn: ({ change }) => change(row, row.own.leaseToken ?? ''),
    onSuccess: (after, { ends, name }) => {
      setPending(null)
      setFailure(null)
      if (name === 'start' || name === 'takeBundle') setEnding(false)
      if (ends !== null) return onEnd(after, ends)
      onDone(after, name)
      return false
    },
    onError: (error, { name }) => {
      setPending(null)
      setEnding(false)
      setFailure({ refusal: refusalOf(error, row), error })
      onFailure(name)
      return true
    },
  })
  const run = (name: string, ends: ReviewEnd | null, change: CaseChange) => {
    if (pending !== null) return
    // Why a decision was refused stays in view while the lock is taken again.
    if (name !== 'start') setFailure(null)
    setPending(name)
    if (ends !== null) setEnding(true)
    mutate({ name, change, ends })
  }
  const input = (subject: Case) => caseInputOf(subject)
  /** Decides all cases that are reviewed together, each on its own. */
  const decideBundle = async (subject: Case, choice: BundleChoice) => {
    const { environmentId, own } = subject
    const cases = [
      input(subject),
      ...own.bundle.map(({ eventType, externalId: id }) => ({ environmentId, eventType, id })),
    ]
    const { decision, reason, note, usefulness, listUpdates, tag } = choice
    const results = await client.cases.decideMany({
      environmentId,
      cases,
      decision,
      reason,
      note,
      usefulness,
      listUpdates,
      tag,
    })
    onDecidedTogether({ row: subject, decision, results })
    return results.every(isApplied)
  }
  return {
    pending,
    failure,
    ending,
    resetFailure: () => setFailure(null),
    decide: ({ purpose, decision }: DecisionRequest, { draft, together, clear }: DecisionAnswer) =>
      run(purpose, purpose === 'decide' ? (together ? 'together' : 'decision') : null, async (subject, leaseToken) => {
        const { reason, note, usefulness, listUpdates = [], tag = null } = draft
        const choice = {
          ...input(subject),
          decision,
          reason: reason ?? '',
          note: note.trim(),
          usefulness,
          listUpdates: [...listUpdates],
          tag,
        }
        if (together) {
          // What was typed stays for the cases that are left.
          if (await decideBundle(subject, choice)) clear()
          return client.cases.get(input(subject))
        }
        const after =
          purpose === 'approve'
            ? await client.cases.approve(choice)
            : purpose === 'correct'
              ? await client.cases.correct(choice)
              : await client.cases.decide({ ...choice, leaseToken })
        clear()
        return after
      }),
    start: () => run('start', null, subject => client.cases.lock(input(subject))),
    takeBundle: () =>
      run('takeBundle', null, async (subject, leaseToken) => {
        const locked = leaseToken === '' ? await client.cases.lock(input(subject)) : subject
        return client.cases.takeBundle({ ...input(subject), leaseToken: locked.own.leaseToken ?? '' })
      }),
    releaseBundle: (note: string) =>
      run('releaseBundle', 'other', async (subject, leaseToken) => {
        await client.cases.releaseBundle({ ...input(subject), leaseToken, note })
        return client.cases.get(input(subject))
      }),
    extend: () => run('extend', null, (subject, leaseToken) => client.cases.extend({ ...input(subject), leaseToken })),
    sendBack: (note: string) =>
      run('sendBack', 'other', (subject, leaseToken) => client.cases.sendBack({ ...input(subject), leaseToken, note })),
    escalate: (reason: string) =>
      run('escalate', 'other', (subject, leaseToken) =>
        client.cases.escalate({ ...input(subject), leaseToken, reason }),
      ),
    hold: (until: string, reason: string) =>
      run('hold', 'other', (subject, leaseToken) =>
        client.cases.hold({ ...input(subject), leaseToken, until, reason }),
      ),
    challenge: (note: string, hours: number) =>
      run('challenge', 'other', (subject, leaseToken) =>
        client.cases.challenge({ ...input(subject), leaseToken, note, hours }),
      ),
    transfer: (queueId: string, comment: string) =>
      run('transfer', 'other', subject =>
        client.cases.transfer({ ...input(subject), leaseToken: subject.own.leaseToken, queueId, comment }),
      ),
    resume: () => run('resume', null, subject => client.cases.resume(input(subject))),
    withdraw: () => run('withdraw', null, subject => client.cases.withdraw(input(subject))),
    forceRelease: () => run('forceRelease', null, subject => client.cases.forceRelease(input(subject))),
    retryFollowUps: () => run('retryFollowUps', null, subject => client.cases.retryFollowUps(input(subject))),
    setTags: (tags: readonly string[]) =>
      run('setTags', null, subject =>
        client.cases.setTags({ ...input(subject), tags: [...tags], baseVersion: subject.version }),
      ),
  }
}

export type CaseActions = ReturnType<typeof useCaseActions>
