import type { CaseSummary } from '../../../contract/cases/case-summary.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { loadEntityUsers } from '../../review/entity-users.ts'
import { loadEventDetail } from '../../review/event-detail.ts'
import { readSimilarCases } from '../similar/similar.ts'
import type { CaseKey } from '../store/case-store.ts'
import { findRating, writeRating } from '../store/summary-store.ts'
import type { CaseCall } from '../work/case-call.ts'
import { requireVisible } from '../work/read-cases.ts'
import { summaryOf } from './summary-facts.ts'

/** Returns the summary of the event of a case. @throws NotFoundError also where its queue has no summaries */
export async function readSummary(call: CaseCall, key: CaseKey, signal?: AbortSignal): Promise<CaseSummary> {
  const { found, queue } = await requireVisible(call, key)
  if (!queue.settings.summary) throw new NotFoundError('Cases of this queue have no summary.')
  const { db, engine, scope, ports, principal } = call
  const address = { environmentId: key.environmentId, eventType: key.eventType, id: key.id, scope }
  const purchaseViewOf = (request: Record<string, unknown>) =>
    engine.purchaseView(key.environmentId, key.eventType, request)
  const [detail, users, similar, helpful] = await Promise.all([
    loadEventDetail(db, address, purchaseViewOf, ports.clock(), signal),
    loadEntityUsers(db, address, purchaseViewOf, ports.clock(), signal),
    readSimilarCases(call, key),
    findRating(db, found.id, principal.id),
  ])
  if (detail === null || users === null) throw new NotFoundError('The event of this case was removed.')
  return { ...summaryOf({ detail, users, similar }), helpful }
}

/** Stores whether a summary helped the caller, with the facts that it had. @throws NotFoundError as `readSummary` */
export async function rateSummary(
  call: CaseCall,
  key: CaseKey & { helpful: boolean | null },
): Promise<{ helpful: boolean | null }> {
  const { helpful } = key
  const [{ found, queue }, { facts }] = await Promise.all([requireVisible(call, key), readSummary(call, key)])
  await writeRating(call.db, {
    environment_id: found.environment_id,
    case_id: found.id,
    queue_id: queue.id,
    user_id: call.principal.id,
    helpful,
    facts: facts.map(({ fact }) => fact),
    at: call.ports.clock(),
  })
  return { helpful }
}
