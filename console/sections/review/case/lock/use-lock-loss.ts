import { useAnnounce } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type CaseMode, type LockLoss, lockLossOf } from '../model/case-mode.ts'

interface ReviewTrace {
  /** The case as it was last under review by the caller. */
  reviewed: Case | null
  mode: CaseMode
  loss: LockLoss | null
}

/**
 * How the caller's review of a case ended without an action of this page; null while it goes on, or was never begun.
 * A decision that somebody else has made, or the same user in another tab, is announced.
 * @param endedHere an action of this page ends the review, or has ended it
 */
export function useLockLoss(row: Case, mode: CaseMode, lockEnded: boolean, endedHere: boolean): LockLoss | null {
  const [trace, setTrace] = useState<ReviewTrace>({ reviewed: mode === 'review' ? row : null, mode, loss: null })
  if (mode === 'review') {
    if (trace.reviewed !== row || trace.loss !== null) setTrace({ reviewed: row, mode, loss: null })
  } else if (trace.reviewed !== null) {
    const loss = endedHere ? null : lockLossOf(trace.reviewed, row, lockEnded)
    setTrace({ reviewed: null, mode, loss })
  } else if (trace.mode !== mode) setTrace({ reviewed: null, mode, loss: mode === 'decided' ? null : trace.loss })
  useDecisionNews(row, mode, endedHere)
  return trace.loss
}

/** Announces that a case was decided while its page is open, by somebody else or in another tab. */
function useDecisionNews(row: Case, mode: CaseMode, endedHere: boolean): void {
  const intl = useIntl()
  const announce = useAnnounce()
  const shown = useRef(mode)
  const report = useEffectEvent(() => {
    const before = shown.current
    shown.current = mode
    if (before === 'decided' || mode !== 'decided' || endedHere || row.outcome === null) return
    announce(
      intl.formatMessage(
        { id: row.outcome.by === null ? 'Review.Case.News.Timeout' : 'Review.Case.News.Decided' },
        { name: row.outcome.by?.name ?? '', decision: row.outcome.decision },
      ),
    )
  })
  useEffect(() => report(), [mode])
}
