import { type RawBuilder, sql } from 'kysely'
import type { SubjectStore } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { deleteMentions, findMentions, replaceMentions } from './mentions.ts'
import type { OwnValue } from './own-values.ts'
import { patternsOf } from './value-patterns.ts'

/** Where values of a person stand outside of their events, and what becomes of it. */
interface ValueStep {
  /** Also names what a request has done. */
  table: string
  store: SubjectStore
  /** Condition that the row `t` is in the scope of the request. */
  scope: RawBuilder<unknown>
  /** Condition on the row `t` by values, where no text is searched. */
  on?: RawBuilder<unknown>
  /** Columns that are searched for the values. */
  columns?: readonly string[]
  /** `delete`: the row; otherwise the values in these columns are replaced. */
  action: 'delete' | 'replace'
  /** Further changes of a row in which values are replaced. */
  also?: RawBuilder<unknown>
}

interface ValueScope {
  tenantId: string
  /** Of the request, and below it. */
  environmentIds: readonly string[]
}

/** Labels of these objects are stored in lower case. */
const labelObjects = sql`case v.kind when 'user' then 'Account' when 'payment' then 'PI' when 'email' then 'Email' end`

/** What is found by the values of a person: first the rows that are about that person, then mentions in other texts. */
const stepsOf = ({ tenantId, environmentIds }: ValueScope): readonly ValueStep[] => {
  const here = sql`t.environment_id = any(${[...environmentIds]}::uuid[])`
  const ofTenant = sql`t.tenant_id = ${tenantId}::uuid`
  const through = (table: string, key: string) =>
    sql`exists (select from ${sql.table(table)} o where o.id = ${sql.ref(`t.${key}`)} and o.environment_id = any(${[...environmentIds]}::uuid[]))`
  // A stored answer does not say where it was given: it is one of elsewhere when it names no environment but others.
  const namesOf = (other: RawBuilder<unknown>) => sql`exists (select from environment v where v.tenant_id = t.tenant_id
    and ${other} and strpos(t.answer::text, v.id::text) > 0)`
  const inScope = sql`v.id = any(${[...environmentIds]}::uuid[])`
  const notElsewhere = sql`(not ${namesOf(sql`not ${inScope}`)} or ${namesOf(inScope)})`
  const ofUser = sql`v.kind = 'userId' and d.subject_type = 'user' and d.subject_id = v.value`
  return [
    {
      table: 'data_event_key',
      store: 'observations',
      scope: here,
      on: sql`exists (select from data_event d where d.environment_id = t.environment_id and d.event_type = t.event_type
        and d.event_key = t.event_key and ${ofUser})`,
      action: 'delete',
    },
    {
      table: 'data_event',
      store: 'observations',
      scope: here,
      on: sql`v.kind = 'userId' and t.subject_type = 'user' and t.subject_id = v.value`,
      action: 'delete',
    },
    {
      table: 'event_label',
      store: 'labels',
      scope: here,
      on: sql`t.object_type = ${labelObjects} and t.object_id = v.value`,
      action: 'delete',
    },
    {
      table: 'ring_member',
      store: 'rings',
      scope: here,
      on: sql`t.type = v.kind and t.value = v.value`,
      action: 'delete',
    },
    {
      table: 'device_session',
      store: 'deviceSessions',
      scope: here,
      on: sql`v.kind in ('session', 'device') and v.value in (lower(t.session_id), lower(t.device_id))`,
      action: 'delete',
    },
    {
      table: 'rule_snooze',
      store: 'snoozes',
      scope: here,
      on: sql`t.entity_type = v.kind and lower(t.entity_value) = v.value`,
      action: 'delete',
    },
    { table: 'monitoring_event', store: 'deliveries', scope: here, columns: ['body'], action: 'delete' },
    { table: 'event_dead_letter', store: 'deliveries', scope: here, columns: ['event_id'], action: 'delete' },
    { table: 'traced_event', store: 'deliveries', scope: here, columns: ['ref'], action: 'delete' },
    { table: 'upload_child', store: 'uploadedRows', scope: here, columns: ['body', 'key', 'parent'], action: 'delete' },
    {
      table: 'upload_issue',
      store: 'uploadedRows',
      scope: here,
      columns: ['value', 'message', 'params'],
      action: 'delete',
    },
    // The row stays: without it a repeated call would be carried out again.
    {
      table: 'repeated_call',
      store: 'caches',
      scope: sql`${ofTenant} and ${notElsewhere}`,
      columns: ['answer'],
      action: 'replace',
    },
    { table: 'personal_data_grant', store: 'caches', scope: ofTenant, columns: ['subjects'], action: 'replace' },
    // What was counted in the last two hours, to rebuild seconds and minutes after a start.
    { table: 'velocity_recent', store: 'mentions', scope: here, columns: ['contributions'], action: 'replace' },
    { table: 'note', store: 'mentions', scope: here, columns: ['text', 'system_params'], action: 'replace' },
    {
      table: 'note_version',
      store: 'mentions',
      scope: through('note', 'note_id'),
      columns: ['text'],
      action: 'replace',
    },
    { table: 'note_attachment', store: 'mentions', scope: here, columns: ['name'], action: 'replace' },
    { table: 'case_event', store: 'mentions', scope: here, columns: ['details'], action: 'replace' },
    { table: 'case_quality_sample', store: 'mentions', scope: here, columns: ['judged_note'], action: 'replace' },
    { table: 'case_reroute', store: 'mentions', scope: here, columns: ['plan', 'result'], action: 'replace' },
    { table: 'notification', store: 'mentions', scope: here, columns: ['params'], action: 'replace' },
    { table: 'saved_view', store: 'mentions', scope: here, columns: ['name', 'state'], action: 'replace' },
    {
      table: 'saved_view_watch',
      store: 'mentions',
      scope: through('saved_view', 'view_id'),
      columns: ['filter'],
      action: 'replace',
    },
    { table: 'user_preference', store: 'mentions', scope: ofTenant, columns: ['document'], action: 'replace' },
    { table: 'assistant_entry', store: 'mentions', scope: here, columns: ['question', 'answer'], action: 'replace' },
    { table: 'attack', store: 'mentions', scope: here, columns: ['keys', 'fingerprint'], action: 'replace' },
    { table: 'attack_containment', store: 'mentions', scope: here, columns: ['note'], action: 'replace' },
    { table: 'ring', store: 'mentions', scope: here, columns: ['name_value', 'name_display'], action: 'replace' },
    { table: 'backtest', store: 'mentions', scope: here, columns: ['name', 'result'], action: 'replace' },
    // What was signed is another text from then on.
    {
      table: 'dual_run',
      store: 'mentions',
      scope: here,
      columns: ['report'],
      action: 'replace',
      also: sql`report_sha256 = null, signature = null`,
    },
    { table: 'mirror_event', store: 'mentions', scope: here, columns: ['example', 'content'], action: 'replace' },
    { table: 'mirror_count', store: 'mentions', scope: here, columns: ['cause'], action: 'replace' },
    // Reasons of holds that have ended.
    { table: 'subject_hold', store: 'mentions', scope: here, columns: ['reason'], action: 'replace' },
    { table: 'api_error', store: 'mentions', scope: here, columns: ['message'], action: 'replace' },
  ]
}

/** The names of the steps, in their order. @param mentions of those alone that search texts for the values */
export const valueStepNames = (scope: ValueScope, { mentions = false }: { mentions?: boolean } = {}): string[] =>
  stepsOf(scope)
    .filter(({ on }) => !mentions || on === undefined)
    .map(({ table, action }) => `${action} ${table}`)

/** Condition on the row `t`: it is about one of these values. */
const isAbout = (on: RawBuilder<unknown>, values: readonly OwnValue[]): RawBuilder<unknown> =>
  sql`exists (select from unnest(${values.map(({ kind }) => kind)}::text[], ${values.map(({ value }) => value)}::text[]) as v(kind, value)
    where ${on})`

async function countRows(db: Db, step: ValueStep, values: readonly OwnValue[]): Promise<number> {
  const { table, scope, on, columns = [] } = step
  if (on === undefined)
    return (await findMentions(db, { table, scope, columns }, patternsOf(values), { pseudonym: '', lock: false }))
      .length
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} t
    where ${scope} and ${isAbout(on, values)}`.execute(db)
  return rows[0]?.n ?? 0
}

async function runStep(trx: Db, step: ValueStep, values: readonly OwnValue[], pseudonym: string): Promise<number> {
  const { table, scope, on, columns = [], action } = step
  if (on === undefined)
    return action === 'delete'
      ? deleteMentions(trx, { table, scope, columns }, patternsOf(values))
      : replaceMentions(trx, { ...step, columns }, patternsOf(values), pseudonym)
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} t where ${scope} and ${isAbout(on, values)}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Counts what the values of a person are found in, by store. */
export async function countValueRows(
  db: Db,
  scope: ValueScope,
  values: readonly OwnValue[],
): Promise<Partial<Record<SubjectStore, number>>> {
  const counts: Partial<Record<SubjectStore, number>> = {}
  if (values.length === 0) return counts
  for (const step of stepsOf(scope)) {
    const found = step.table === 'data_event_key' ? 0 : await countRows(db, step, values)
    counts[step.store] = (counts[step.store] ?? 0) + found
  }
  return counts
}

/**
 * Does one step, by its name: deletes rows, or replaces the values by a pseudonym that nothing derives from them.
 * Returns the store and the number of rows.
 */
export async function runValueStep(
  trx: Db,
  scope: ValueScope,
  name: string,
  values: readonly OwnValue[],
  pseudonym: string,
): Promise<{ store: SubjectStore; rows: number } | null> {
  const step = stepsOf(scope).find(({ table, action }) => `${action} ${table}` === name)
  if (step === undefined) return null
  const rows = values.length === 0 ? 0 : await runStep(trx, step, values, pseudonym)
  return { store: step.store, rows: step.table === 'data_event_key' ? 0 : rows }
}
