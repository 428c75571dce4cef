import type { CaseChange } from '../model/case-record.ts'
import { writeSample } from '../store/quality-store.ts'
import type { Work, WorkResult } from './case-call.ts'
import { type DecidingCall, withListUpdates } from './list-updates.ts'

/**
 * Completes a person's final decision with what belongs to it beside the case, in its transaction: statuses on support
 * lists, and the sample that somebody else judges.
 */
export async function completeDecision(
  work: Work,
  call: DecidingCall,
  change: CaseChange,
): Promise<Pick<WorkResult, 'change' | 'afterCommit'>> {
  const completed = await withListUpdates(work, call, change)
  const { trx, found, queue, now } = work
  const { outcome } = completed.change.patch
  if (outcome != null && Math.random() * 100 < queue.settings.qualityPercent)
    await writeSample(trx, found, outcome, now)
  return completed
}
