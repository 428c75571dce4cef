import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'
import { actorOf, changed, isOpen, rankIn, type StoredCase } from '../model/case-record.ts'
import type { CaseKey } from '../store/case-store.ts'
import { retryFailedFollowUps } from '../store/follow-up-store.ts'
import { type CaseCall, changeCase, type Work } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { assertLease, assertManager } from './locks.ts'

/** Refuses those who may not annotate a case: everybody but the owner of its lock, supervisors and managers. */
function assertMayAnnotate({ found, role }: Work, call: CaseCall): void {
  if (found.state === 'InReview' && found.lock_owner_id === call.principal.id) return
  if (!role.supervisor) assertManager(role)
}

/** Replaces the tags of a case. */
export function setTags(
  call: CaseCall,
  key: CaseKey,
  { tags, baseVersion }: { tags: string[]; baseVersion: number },
): Promise<StoredCase> {
  return changeCase(call, key, work => {
    assertMayAnnotate(work, call)
    const { found, now } = work
    const next = tags.filter((tag, index) => tags.findIndex(each => each.toLowerCase() === tag.toLowerCase()) === index)
    const added = next.filter(tag => !found.tags.includes(tag))
    const removed = found.tags.filter(tag => !next.includes(tag))
    if (added.length + removed.length === 0) return null
    if (found.version !== baseVersion)
      throw new ConflictError('Somebody else changed the case meanwhile.', {
        reason: 'version.conflict',
        currentVersion: found.version,
      })
    return {
      change: {
        patch: { tags: next },
        history: [{ kind: 'tags-changed', at: now, by: actorOf(call.principal), details: { added, removed } }],
      },
    }
  })
}

/** Answers fields of the checklist of the queue. */
export function setChecklist(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, answers }: { leaseToken: string; answers: Record<string, string | null> },
): Promise<StoredCase> {
  return changeCase(call, key, work => {
    assertLease(work, call.principal, leaseToken)
    const { found, now, queue } = work
    for (const [id, answer] of Object.entries(answers)) {
      const item = queue.settings.checklist.find(each => each.id === id)
      if (item === undefined)
        throw new ValidationError(['answers', id], 'The checklist of this queue has no such field.')
      if (item.kind === 'yesNo' && answer !== null && answer !== 'yes' && answer !== 'no')
        throw new ValidationError(['answers', id], 'The answer is yes or no.')
    }
    const changes = Object.keys(answers).filter(id => (found.checklist[id] ?? null) !== (answers[id] ?? null))
    if (changes.length === 0) return null
    const answersIn = (from: Record<string, string | null>) =>
      Object.fromEntries(changes.map(id => [id, from[id] ?? null]))
    return {
      change: {
        patch: { checklist: { ...found.checklist, ...answers } },
        history: [
          {
            kind: 'checklist-changed',
            at: now,
            by: actorOf(call.principal),
            details: { before: answersIn(found.checklist), after: answersIn(answers) },
          },
        ],
      },
    }
  })
}

export function setPriority(call: CaseCall, key: CaseKey, priority: number): Promise<StoredCase> {
  return changeCase(call, key, work => {
    if (!work.role.supervisor) assertManager(work.role)
    const { found, now, queue } = work
    if (found.state === 'Decided') throw caseErrors.alreadyDecided(found)
    if (!isOpen(found)) throw caseErrors.badState(found)
    if (found.priority === priority) return null
    return {
      change: {
        patch: { priority, rank: rankIn(queue.settings, changed(found, { priority })) },
        history: [
          {
            kind: 'priority-changed',
            at: now,
            by: actorOf(call.principal),
            details: { before: found.priority, after: priority },
          },
        ],
      },
    }
  })
}

/** Delivers again what could not be delivered after a decision. */
export function retryFollowUps(call: CaseCall, key: CaseKey): Promise<StoredCase> {
  return changeCase(call, key, async ({ trx, found, role, now }) => {
    assertManager(role)
    await retryFailedFollowUps(trx, found.id, now)
    return null
  })
}
