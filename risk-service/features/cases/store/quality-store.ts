import type { Selectable } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { CaseQualitySampleTable } from '../../../ports/tables/review/cases.ts'
import type { StoredCase } from '../model/case-record.ts'
import type { CaseKey } from './case-store.ts'

export type StoredSample = Selectable<CaseQualitySampleTable>

/** Samples of a list at most. */
const listLimit = 100

/** Stores that the decision of a case is to be judged. A case that was sampled before stays as it is. */
export async function writeSample(
  trx: Db,
  found: StoredCase,
  outcome: NonNullable<StoredCase['outcome']>,
  now: Date,
): Promise<void> {
  const { by } = outcome
  if (by === null || found.queue_id === null) return
  await trx
    .insertInto('case_quality_sample')
    .values({
      case_id: found.id,
      environment_id: found.environment_id,
      event_type: found.event_type,
      external_id: found.external_id,
      queue_id: found.queue_id,
      decision: outcome.decision,
      case_action: outcome.caseAction,
      reason: outcome.reason,
      decided_by: by.id,
      decided_by_name: by.name,
      approved_by: outcome.approvedBy?.id ?? null,
      decided_at: new Date(outcome.at),
      created_at: now,
    })
    .onConflict(conflict => conflict.column('case_id').doNothing())
    .execute()
}

/** Removes the sample of a decision that was taken back. */
export async function removeSample(trx: Db, caseId: string): Promise<void> {
  await trx.deleteFrom('case_quality_sample').where('case_id', '=', caseId).where('judged_at', 'is', null).execute()
}

/** Returns samples of other people's decisions that nobody has judged, the oldest first. */
export async function loadWaiting(db: Db, environmentIds: readonly string[], judgeId: string): Promise<StoredSample[]> {
  return await db
    .selectFrom('case_quality_sample')
    .selectAll()
    .where('environment_id', 'in', [...environmentIds])
    .where('judged_at', 'is', null)
    .where('decided_by', '!=', judgeId)
    .where(({ eb, or }) => or([eb('approved_by', 'is', null), eb('approved_by', '!=', judgeId)]))
    .orderBy('created_at')
    .orderBy('case_id')
    .limit(listLimit)
    .execute()
}

/** Returns the latest judgements of one person. */
export async function loadJudged(db: Db, environmentIds: readonly string[], judgeId: string): Promise<StoredSample[]> {
  return await db
    .selectFrom('case_quality_sample')
    .selectAll()
    .where('environment_id', 'in', [...environmentIds])
    .where('judged_at', 'is not', null)
    .where('judged_by', '=', judgeId)
    .orderBy('judged_at', 'desc')
    .limit(listLimit)
    .execute()
}

/** Finds the sample of a case; locked when it is read to be judged. */
export async function findSample(
  db: Db,
  { environmentId, eventType, id }: CaseKey,
  lock: boolean,
): Promise<StoredSample | undefined> {
  return await db
    .selectFrom('case_quality_sample')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('external_id', '=', id)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
}

/** Stores a judgement. */
export async function writeJudgement(
  trx: Db,
  caseId: string,
  judgement: Pick<
    StoredSample,
    | 'judged_by'
    | 'judged_by_name'
    | 'judged_at'
    | 'judged_decision'
    | 'judged_case_action'
    | 'judged_reason'
    | 'judged_note'
    | 'overturned'
  >,
): Promise<void> {
  await trx.updateTable('case_quality_sample').set(judgement).where('case_id', '=', caseId).execute()
}
