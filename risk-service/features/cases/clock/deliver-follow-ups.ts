import { type EventLabel, sendEventLabel } from '../../../engine/data-events/send-event-label.ts'
import type { Engine } from '../../../engine/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'
import { attemptLimit, retryDelayMs } from '../model/decision.ts'
import { writeChanges } from '../store/case-store.ts'
import { lockDueFollowUps, type StoredFollowUp, writeAttempt } from '../store/follow-up-store.ts'
import type { CaseServices } from './advance-cases.ts'
import { publishCases } from './publish-cases.ts'

export type DeliveryServices = CaseServices & {
  engine: Pick<Engine, 'ingestDataEvent' | 'ingestLabel' | 'runAction' | 'tenantAssessments' | 'assessment'>
}

const batchSize = 50

/**
 * Delivers the statuses and labels of decisions whose time has come, at least once: what fails is tried again, ten times
 * with growing pauses. Returns the number of attempts. Calls of targets outside are those of `createActionRunner`.
 */
export async function deliverFollowUps(services: DeliveryServices): Promise<number> {
  let total = 0
  for (;;) {
    const count = await deliverBatch(services)
    total += count
    if (count < batchSize) return total
  }
}

async function deliverBatch(services: DeliveryServices): Promise<number> {
  const { db, clock, newId } = services.ports
  const { count, failed } = await db.transaction().execute(async trx => {
    const now = clock()
    const due = await lockDueFollowUps(trx, now, batchSize)
    const failedCases: StoredCase[] = []
    for (const followUp of due) {
      const found = await loadCase(trx, followUp.case_id)
      const delivered = found === null || (await deliver(services, found, followUp, now))
      const attempts = followUp.attempts + 1
      const spent = !delivered && attempts >= attemptLimit
      await writeAttempt(trx, {
        id: followUp.id,
        attempts,
        delivered_at: delivered ? now : null,
        next_at: delivered || spent ? null : new Date(now.getTime() + retryDelayMs(attempts)),
      })
      if (spent && found !== null)
        failedCases.push(
          ...(await writeChanges(trx, newId, [
            {
              found,
              change: {
                patch: {},
                history: [{ kind: 'follow-up-failed', at: now, by: null, details: { kind: followUp.kind } }],
              },
            },
          ])),
        )
      else if (delivered && found !== null) failedCases.push(found)
    }
    return { count: due.length, failed: failedCases }
  })
  publishCases(services.live, failed)
  return count
}

async function loadCase(db: Db, id: string): Promise<StoredCase | null> {
  const row = await db.selectFrom('review_case').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as StoredCase | undefined) ?? null
}

/** Sends one effect as a merchant would; false when it was not accepted. */
async function deliver(
  { engine }: DeliveryServices,
  found: StoredCase,
  { kind, payload, id }: StoredFollowUp,
  receivedAt: Date,
): Promise<boolean> {
  const input = { environmentId: found.environment_id, correlationId: id, receivedAt }
  try {
    const { kind: result } = await (kind === 'label'
      ? sendEventLabel(
          engine,
          { eventType: found.event_type, externalId: found.external_id },
          payload as unknown as EventLabel,
          input,
        )
      : sendStatus(engine, found, payload, input))
    // An assessment without observations of this kind receives none.
    return result === 'accepted' || result === 'unknown'
  } catch {
    return false
  }
}

interface Sent {
  environmentId: string
  correlationId: string
  receivedAt: Date
}

const accountIds: Readonly<
  Record<string, { event: 'accountcreationstatus' | 'accountloginstatus'; name: string; id: string }>
> = {
  accountcreation: { event: 'accountcreationstatus', name: 'AP.AccountCreation.Status', id: 'signUpId' },
  accountlogin: { event: 'accountloginstatus', name: 'AP.AccountLogin.Status', id: 'loginId' },
}

function sendStatus(
  engine: DeliveryServices['engine'],
  { event_type: eventType, external_id: id, user_id: userId, environment_id: environmentId }: StoredCase,
  payload: Record<string, unknown>,
  sent: Sent,
) {
  const { statusType, statusDate, reason, reviewReason } = payload
  const time = String(statusDate)
  // The service's own statuses are marked, so that they are not taken for those of the merchant.
  const review = { _review: { reason: reviewReason } }
  if (eventType === 'purchase')
    return engine.ingestDataEvent({
      ...sent,
      event: 'purchasestatus',
      body: { purchaseId: id, statusType, statusDate: time, reason, _metadata: { merchantTimeStamp: time }, ...review },
    })
  const statusDetails = {
    statusType,
    reasonType: statusType === 'Approved' ? 'ReviewPassed' : 'ReviewFailed',
    challengeType: 'None',
    statusDate: time,
  }
  const account = accountIds[eventType]
  if (account !== undefined)
    return engine.ingestDataEvent({
      ...sent,
      event: account.event,
      body: {
        name: account.name,
        version: '0.5',
        metadata: { [account.id]: id, userId: userId ?? undefined, merchantTimeStamp: time },
        statusDetails,
        ...review,
      },
    })
  const own = engine.tenantAssessments(environmentId).find(each => each.apiName === eventType)
  const observation = own?.observations.find(each => each.template === 'AssessmentStatus')
  return engine.ingestDataEvent({
    ...sent,
    assessment: eventType,
    observation: observation?.apiName ?? 'AssessmentStatus',
    body: { metadata: { primaryEventId: id, timestamp: time }, statusDetails, ...review },
  })
}
