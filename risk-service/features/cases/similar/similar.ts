import { type SimilarCase, similarityKinds } from '../../../contract/cases/similar-cases.ts'
import { enrichPurchase } from '../../../engine/enrich/enrich-purchase.ts'
import { seesQueue } from '../model/queue-role.ts'
import type { CaseKey } from '../store/case-store.ts'
import { loadQueues } from '../store/queue-store.ts'
import { findSimilarCases, loadCaseRequest, type StoredSimilarCase } from '../store/similar-cases.ts'
import { type CaseCall, roleIn } from '../work/case-call.ts'
import { requireVisible } from '../work/read-cases.ts'

/** Returns the decided cases that are closest to a case, among those that the caller sees. @throws NotFoundError */
export async function readSimilarCases(call: CaseCall, key: CaseKey): Promise<SimilarCase[]> {
  const { found } = await requireVisible(call, key)
  const { db, engine } = call
  const [request, queues] = await Promise.all([loadCaseRequest(db, found), loadQueues(db, [key.environmentId])])
  // Derived from the request again, as on the page of the event: entities are not stored by event.
  const entities =
    request === null
      ? []
      : enrichPurchase(engine.purchaseView(key.environmentId, key.eventType, request), () => null).entities
  const hidden = queues.filter(queue => !seesQueue(queue, roleIn(queue, call))).map(({ id }) => id)
  return (await findSimilarCases(db, found, entities, hidden)).map(toSimilarCase)
}

function toSimilarCase(similar: StoredSimilarCase): SimilarCase {
  const { outcome, shared, sameRule, sameScoreBand, sameAmountBand, charged_at: chargedAt, label_at: labelAt } = similar
  return {
    environmentId: similar.environment_id,
    eventType: similar.event_type,
    externalId: similar.external_id,
    shared: similarityKinds.filter(kind => shared.includes(kind)),
    sameRule,
    sameScoreBand,
    sameAmountBand,
    decision: outcome.decision,
    caseAction: outcome.caseAction,
    reason: outcome.reason,
    decidedAt: similar.decided_at.toISOString(),
    via: outcome.via,
    chargeback: chargedAt === null ? null : { reason: similar.charge_reason, at: chargedAt.toISOString() },
    label:
      labelAt === null || similar.is_fraud === null ? null : { isFraud: similar.is_fraud, at: labelAt.toISOString() },
  }
}
