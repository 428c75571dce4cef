import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { NamedCase } from '../../../contract/cases/case-inputs.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import type { StoredCase } from '../model/case-record.ts'
import { type CaseKey, lockReviewer } from '../store/case-store.ts'
import { loadBundle, lockLinkedWaiting } from '../store/linked-cases.ts'
import { sendBack } from './actions.ts'
import { findBundleCases } from './bundle-cases.ts'
import { type CaseCall, changeCase } from './case-call.ts'
import { assertLease, takeLock } from './locks.ts'

/**
 * Takes waiting cases with the same customer, instrument or device, or those that are named, into the caller's review
 * of a case: what belongs together is reviewed together, whatever the order of its queues. Named cases without such a
 * link keep to the order and to one review per queue. All end at the same time.
 */
export async function takeBundle(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, cases }: { leaseToken: string; cases?: readonly NamedCase[] | undefined },
): Promise<StoredCase> {
  await advanceCases(call, [key.environmentId])
  return changeCase(call, key, async work => {
    assertLease(work, call.principal, leaseToken)
    const { trx, found, now } = work
    // Of two calls of one reviewer, the later one counts what the earlier one took.
    await lockReviewer(trx, call.principal.id)
    const present = await loadBundle(trx, found, { lock: false })
    const room = caseLimits.bundle - present.length
    const candidates = await findBundleCases(trx, call, found, { now, cases })
    const taken = await lockLinkedWaiting(
      trx,
      candidates.map(({ id }) => id),
      { reviewer: call.principal, now, limit: room },
    )
    if (taken.length === 0) return null
    const bundle = found.bundle_id ?? call.ports.newId()
    return {
      change: { patch: { bundle_id: bundle }, history: [] },
      others: taken.map(each => {
        const { change } = takeLock({ ...work, found: each }, call)
        return {
          found: each,
          change: {
            patch: {
              ...change.patch,
              bundle_id: bundle,
              lock_asks_at: found.lock_asks_at,
              lock_expires_at: found.lock_expires_at,
              lock_extensions: found.lock_extensions,
            },
            history: change.history.map(entry => ({
              ...entry,
              details: { bundle: found.external_id, until: found.lock_expires_at?.toISOString() ?? null },
            })),
          },
        }
      }),
    }
  })
}

/**
 * Returns a case and those that are reviewed together with it to their queues, each on its own: one that somebody else
 * decided a moment ago stays decided. Returns the number of cases that were returned.
 */
export async function releaseBundle(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, note }: { leaseToken: string; note: string },
): Promise<number> {
  const bundle: StoredCase[] = []
  await changeCase(call, key, async work => {
    assertLease(work, call.principal, leaseToken)
    bundle.push(work.found, ...(await loadBundle(work.trx, work.found, { lock: false })))
    return null
  })
  let released = 0
  for (const found of bundle) {
    try {
      await sendBack(
        call,
        { environmentId: found.environment_id, eventType: found.event_type, id: found.external_id },
        { leaseToken: found.lease_token ?? '', note },
      )
      released += 1
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error
    }
  }
  return released
}
