import { sql } from 'kysely'
import type { Assessment } from '../../contract/assessments/assessments.ts'
import { isObject } from '../../engine/lib/json.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../ports/database.ts'

const dayMs = 86_400_000

/** Returns the assessments of an environment: those of the system, and those that its root made. */
export async function listAssessments(
  { db, engine, figures, ports, tree }: EnvironmentCallContext,
  environmentId: string,
  signal?: AbortSignal,
): Promise<Assessment[]> {
  const rootId = rootIdOf(tree, environmentId)
  const [rows, events] = await Promise.all([
    db.selectFrom('assessment').selectAll().where('environment_id', '=', rootId).execute(),
    countEvents(db, figures, ports.clock(), signal),
  ])
  const stored = new Map(rows.map(row => [row.id, row]))
  return engine.assessments(environmentId).map(({ key, id, name, kind, cases, search, reports }) => {
    const row = stored.get(id)
    const { sharing } = isObject(row?.settings) ? row.settings : {}
    return {
      id,
      eventType: key,
      name,
      kind,
      template: (row?.template ?? null) as Assessment['template'],
      shared: row?.kind === 'wizard' ? sharing === 'shared' : null,
      root: row === undefined ? null : { id: rootId, name: tree.get(rootId)?.friendlyName ?? '' },
      caseManagement: cases,
      search,
      reporting: reports,
      events: events.get(key) ?? 0,
      updatedAt: row?.updated_at.toISOString() ?? null,
      updatedBy: row === undefined ? null : updaterOf(row),
    }
  })
}

/** Returns who changed an assessment last; nobody was recorded by changes of former releases. */
const updaterOf = (row: {
  created_at: Date
  updated_at: Date
  created_by_name: string
  updated_by_name: string | null
}): string | null =>
  row.updated_by_name ?? (row.updated_at.getTime() === row.created_at.getTime() ? row.created_by_name : null)

/** Counts the events of each type in the last 24 hours, from the first whole hour on. */
async function countEvents(
  db: Db,
  environmentIds: readonly string[],
  now: Date,
  signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ event_type: string; events: number }>`
    select event_type, sum(events)::int as events from event_hour
    where environment_id = any(${[...environmentIds]}::uuid[]) and hour > ${new Date(now.getTime() - dayMs)}::timestamptz
      and hour <= ${now}::timestamptz group by event_type`.execute(db, cancellable(signal))
  return new Map(rows.map(({ event_type, events }) => [event_type, events]))
}
