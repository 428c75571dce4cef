import { sql } from 'kysely'
import {
  type SubjectInput,
  type SubjectPlan,
  type SubjectPlanLine,
  type SubjectRequestType,
  subjectLimits,
  subjectStoreNames,
  subjectStores,
} from '../../../contract/index.ts'
import { actionContextOf } from '../../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { countMentions } from '../../activity-log/chain/erase-value.ts'
import { limited } from '../../search/search.ts'
import { countEventRows, countOpenCases, type StoreCounts } from '../stores/event-rows.ts'
import { findOwnValues, loadValues, type OwnValue } from '../stores/own-values.ts'
import { countUnsearched, patternsOf } from '../stores/value-patterns.ts'
import { countValueRows } from '../stores/value-steps.ts'
import { loadMatches } from '../subjects/match-events.ts'
import { resolveSubject, type Subject } from '../subjects/resolve-subject.ts'
import { findHolds, showHolds } from './holds.ts'
import { findPending } from './store.ts'

/** Kept stores whose rows are counted by person. */
const countedKept = new Set(['lists', 'deliveredFiles', 'uploadedFiles'])

/** Returns the lines of a dry run or of a receipt; a store without a count has none of what was found. */
export const linesOf = (counts: StoreCounts): SubjectPlanLine[] =>
  subjectStoreNames.map(store => {
    const outcome = subjectStores[store]
    return { store, outcome, count: outcome === 'kept' && !countedKept.has(store) ? null : (counts[store] ?? 0) }
  })

/** @throws ConflictError `subject.limit` for more events than a request may concern */
export function assertNumber(events: number): void {
  if (events > subjectLimits.events)
    throw new ConflictError(`More than ${subjectLimits.events} events were found.`, {
      reason: 'subject.limit',
      limit: subjectLimits.events,
    })
}

/** Says what a request would do with what each store has of a person. Changes nothing. */
export async function planRequest(
  context: EnvironmentCallContext,
  { environmentId, type, ...input }: SubjectInput & { environmentId: string; type: SubjectRequestType },
  signal: AbortSignal | undefined,
): Promise<SubjectPlan> {
  const caller = actionContextOf(context, environmentId)
  const { db, clock } = caller.ports
  const subject = await resolveSubject({ ...caller, db }, input)
  return limited(signal, subjectLimits.seconds, async within => {
    const events = await loadMatches(db, subject, context.scope, { limit: subjectLimits.events + 1, signal: within })
    assertNumber(events.length)
    const counts = await countEventRows(db, events)
    let unsearched = 0
    if (type === 'delete') {
      const { tenantId } = caller.principal
      const values = await findOwnValues(
        db,
        await loadValues(db, events),
        await tenantEnvironments(db, tenantId),
        events,
      )
      const scope = { tenantId, environmentIds: context.scope }
      for (const [store, rows] of Object.entries(await countValueRows(db, scope, values)) as [
        keyof StoreCounts,
        number,
      ][])
        counts[store] = (counts[store] ?? 0) + rows
      counts.activityLog = await countMentions(db, tenantId, {
        environmentIds: context.scope,
        patterns: patternsOf(values),
      })
      Object.assign(counts, await countKept(db, context.scope, values))
      unsearched = countUnsearched(values)
    }
    const holds = type === 'delete' ? await findHolds(db, { ...caller, now: clock() }, subject) : []
    return {
      events: events.length,
      openCases: await countOpenCases(db, events),
      lines: type === 'delete' ? linesOf(counts) : linesOf(counts).filter(({ store }) => exportedStores.has(store)),
      pending: (await findPending(db, keyOf(environmentId, type, subject))) !== null,
      holds: showHolds(holds, caller),
      unsearched,
    }
  })
}

/** What the lines of an export have. */
const exportedStores = new Set(['events', 'observations', 'labels', 'cases'])

export const keyOf = (environmentId: string, type: SubjectRequestType, subject: Subject) => ({
  environment_id: environmentId,
  type,
  event_types: subject.eventTypes,
  attribute: subject.attribute,
  value: subject.value,
})

/** Returns all environments of a tenant. */
export async function tenantEnvironments(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db.selectFrom('environment').select('id').where('tenant_id', '=', tenantId).execute()
  return rows.map(({ id }) => id)
}

/** Counts what stays and names the person, or may do so. */
export async function countKept(
  db: Db,
  environmentIds: readonly string[],
  values: readonly OwnValue[],
): Promise<StoreCounts> {
  const here = sql`environment_id = any(${[...environmentIds]}::uuid[])`
  const { rows } = await sql<{ lists: number; files: number; uploads: number }>`select
    (select count(*)::int from support_entry where ${here} and key = any(${values.map(({ value }) => value)}::text[])) as lists,
    (select count(*)::int from event_file where ${here}) as files,
    (select count(*)::int from upload_file where ${here} and upload_id is not null) as uploads`.execute(db)
  const found = rows[0]
  return { lists: found?.lists ?? 0, deliveredFiles: found?.files ?? 0, uploadedFiles: found?.uploads ?? 0 }
}
