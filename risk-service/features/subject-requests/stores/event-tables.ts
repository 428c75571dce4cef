import { type RawBuilder, sql } from 'kysely'
import type { SubjectStore } from '../../../contract/index.ts'

/**
 * Rows of a table that belong to events: how they are found from the events `w`, by further tables where that is needed.
 * A row is deleted unless `set` changes it.
 */
export interface EventTable {
  table: string
  store: SubjectStore
  /** Condition on the row `t`, the event `w` and the further tables. */
  on: RawBuilder<unknown>
  /** Further tables, such as `data_event d`. */
  using?: RawBuilder<unknown>
  set?: RawBuilder<unknown>
  /** Whether its rows are counted in the line of its store; those of the others belong to a counted one. */
  counted?: boolean
}

const ofEvent = sql`t.environment_id = w.environment_id and t.event_id = w.event_id`
const ofKey = sql`t.environment_id = w.environment_id and t.event_type = w.event_type and t.event_id = w.external_id`
const ofCase = sql`t.environment_id = w.environment_id and t.case_id = w.event_id`
const atEvent = sql`t.environment_id = w.environment_id and t.at = w.at and t.event_id = w.event_id`
const ofSubject = (data: string) => sql`${sql.ref(`${data}.environment_id`)} = w.environment_id
  and ${sql.ref(`${data}.subject_type`)} = w.event_type and ${sql.ref(`${data}.subject_id`)} = w.external_id`
/**
 * Condition that the label `t` is on the event `w`, by the mapping of `labelTypes` of the event writer. A label on any
 * event of an id belongs to it while no other one, `w` apart, has that id.
 */
export const labelOfEvent = sql`t.environment_id = w.environment_id and t.object_id = w.external_id and t.object_type = any(
  case when w.event_type = 'purchase' then array['Purchase'] when w.event_type in ('accountcreation', 'signup') then array['AccountCreation']
    when w.event_type in ('accountlogin', 'signin') then array['AccountLogin'] else array['Event:' || w.event_type, 'GenericEvent'] end)
  and not (t.object_type = 'GenericEvent' and exists (select from event_key o where o.environment_id = t.environment_id
    and lower(btrim(o.external_id) collate "C") = lower(btrim(t.object_id) collate "C") and o.external_id = t.object_id
    and o.event_type not in ('purchase', 'accountcreation', 'signup', 'accountlogin', 'signin')
    and o.event_id not in (select g.event_id from w g)))`

/** Members of the details of a case that its report counts; the others may have words of a person. */
const countedDetails = [
  'queueId',
  'queue',
  'toId',
  'to',
  'fromId',
  'from',
  'decision',
  'caseAction',
  'reason',
  'via',
  'usefulness',
  'reviewer',
  'by',
  'at',
  'cause',
  'reopened',
  'firstAction',
  'secondAction',
  'first',
  'second',
]
const onlyCounted = (column: string) => sql`(select jsonb_object_agg(o.key, o.value)
  from jsonb_each(${sql.ref(column)}) o where o.key = any(${countedDetails}::text[]))`

/**
 * What belongs to events, in the order of its removal: what a later table is found by stands after it. Cases stay
 * without their content, because the report counts their decisions.
 */
export const eventTables: readonly EventTable[] = [
  {
    table: 'velocity_log',
    store: 'caches',
    using: sql`data_event d`,
    on: sql`${ofSubject('d')} and t.environment_id = d.environment_id and t.event_id = d.data_id`,
    counted: true,
  },
  {
    table: 'data_event_key',
    store: 'observations',
    using: sql`data_event d`,
    on: sql`${ofSubject('d')} and t.environment_id = d.environment_id and t.event_type = d.event_type and t.event_key = d.event_key`,
  },
  { table: 'data_event', store: 'observations', on: ofSubject('t'), counted: true },
  // Until they are counted under hashes; whoever counts them leaves out what is gone.
  { table: 'velocity_log', store: 'caches', on: ofEvent, counted: true },
  { table: 'event_label', store: 'labels', on: labelOfEvent, counted: true },
  { table: 'case_follow_up', store: 'cases', on: ofCase },
  {
    table: 'case_quality_sample',
    store: 'cases',
    on: ofCase,
    set: sql`external_id = 'removed ' || t.case_id, judged_note = null`,
  },
  {
    table: 'case_event',
    store: 'cases',
    on: ofCase,
    set: sql`details = coalesce(${onlyCounted('t.details')}, '{}')
      || case when t.details ? 'before' then jsonb_build_object('before', coalesce((select jsonb_object_agg(o.key, o.value)
        from jsonb_each(t.details -> 'before') o where o.key in ('by', 'caseAction', 'decision')), '{}')) else '{}' end`,
  },
  {
    table: 'review_case',
    store: 'cases',
    on: sql`t.environment_id = w.environment_id and t.id = w.event_id`,
    counted: true,
    set: sql`state = case when t.state in ('Decided', 'NotRouted') then t.state else 'Removed' end,
      external_id = 'removed ' || t.id, user_id = null, email = null, ip = null, country = null, device_id = null,
      payment_id = null, payers = '{}', hold_reason = null, approval = null, checklist = '{}', tags = '{}', due_at = null,
      bundle_id = null, lock_owner_id = null, lock_owner_name = null, lease_token = null, hold_owner_id = null, hold_owner_name = null,
      wake_at = null, awaiting = null,
      assignee_id = null, assignee_name = null, outcome = ${onlyCounted('t.outcome')}, version = t.version + 1`,
  },
  {
    table: 'note_version',
    store: 'notes',
    using: sql`note n`,
    on: sql`n.environment_id = w.environment_id and n.event_type = w.event_type and n.event_id = w.external_id and t.note_id = n.id`,
  },
  { table: 'note_attachment', store: 'notes', on: ofKey },
  { table: 'note_read', store: 'notes', on: ofKey },
  { table: 'note', store: 'notes', on: ofKey, counted: true },
  { table: 'event_view', store: 'views', on: ofEvent, counted: true },
  { table: 'booster_message', store: 'boosterMessages', on: ofEvent, counted: true },
  {
    table: 'backtest_event',
    store: 'copies',
    on: sql`t.event_environment_id = w.environment_id and t.event_id = w.event_id`,
    counted: true,
  },
  { table: 'shadow_run', store: 'copies', on: ofEvent, counted: true },
  {
    table: 'mirror_event',
    store: 'copies',
    on: sql`t.environment_id = w.environment_id and t.event_type = w.event_type and t.external_id = w.external_id`,
    counted: true,
  },
  { table: 'attack_attempt', store: 'copies', on: ofEvent, counted: true },
  {
    table: 'recent_attempt',
    store: 'copies',
    on: sql`${ofEvent} and t.event_type = w.event_type`,
    counted: true,
  },
  // Counted by events: reports read them some time after they arrived, and a dry run says what the request does.
  {
    table: 'report_transaction',
    store: 'reportValues',
    on: sql`${ofEvent} and t.event_type = w.event_type and t.day = floor(extract(epoch from w.at) / 86400)::int`,
    set: sql`data_values = null, observed_values = default`,
  },
  {
    table: 'subject_request',
    store: 'exports',
    using: sql`subject_request_event s`,
    on: sql`s.event_id = w.event_id and t.id = s.request_id and t.status = 'complete'
      and exists (select from subject_request_part p where p.request_id = t.id)`,
    set: sql`expires_at = least(t.expires_at, t.finished_at)`,
    counted: true,
  },
  {
    table: 'subject_request_part',
    store: 'exports',
    using: sql`subject_request_event s`,
    on: sql`s.event_id = w.event_id and t.request_id = s.request_id`,
  },
  { table: 'event_body', store: 'events', on: atEvent },
  { table: 'event', store: 'events', on: atEvent, counted: true },
  {
    table: 'event_key',
    store: 'events',
    on: sql`t.environment_id = w.environment_id and t.event_type = w.event_type and t.external_id = w.external_id and t.event_id = w.event_id`,
  },
]
