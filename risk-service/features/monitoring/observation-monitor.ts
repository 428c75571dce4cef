import { sql } from 'kysely'
import {
  type MonitorTimescale,
  type ObservationKind,
  type ObservationMonitor,
  observationKinds,
} from '../../contract/index.ts'
import { parseTenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import { statusNameOf } from '../../engine/data-events/status-names.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { isUploaded } from '../../kernel/store/events/upload-query.ts'
import type { Db } from '../../ports/database.ts'
import { emptySteps, type MonitorWindow, stepAt, windowOf } from './counts/monitor-window.ts'
import { addSeries, sumOf, topSeries } from './counts/step-series.ts'
import type { MonitorScope } from './counts/store.ts'
import { described } from './transaction-monitor.ts'

/** Merchants may send statuses of their own: those beyond are counted together. */
const maxStatuses = 20

/** What an assessment can receive. */
interface ObservedTypes {
  /** Event types of data events, by kind. */
  data: Partial<Record<Exclude<ObservationKind, 'label'>, readonly string[]>>
  /** Types of the objects that labels name, of the assessment itself. */
  labels: readonly string[]
}

const builtIn: Readonly<Record<string, ObservedTypes>> = {
  purchase: {
    data: { status: ['purchasestatus'], bankEvent: ['bankevent'], chargeback: ['chargeback'] },
    labels: ['Purchase'],
  },
  accountcreation: { data: { status: ['accountcreationstatus'] }, labels: ['AccountCreation'] },
  accountlogin: { data: { status: ['accountloginstatus'] }, labels: ['AccountLogin'] },
}

/** Labels of this object type name an event of any tenant assessment. */
const anyCustomEvent = 'GenericEvent'

const kindOfTemplate: Readonly<Record<string, Exclude<ObservationKind, 'label'>>> = {
  AssessmentStatus: 'status',
  Bank: 'bankEvent',
  Chargeback: 'chargeback',
}

/** Returns what an assessment can receive, by its definition in one of these environments or above them. */
async function observedTypes(db: Db, eventType: string, tenantId: string): Promise<ObservedTypes> {
  const ofSystem = builtIn[eventType]
  if (ofSystem !== undefined) return ofSystem
  const { rows } = await sql<{ id: string }>`select a.id from assessment a join environment e on e.id = a.environment_id
    where a.api_name = ${eventType} and e.tenant_id = ${tenantId}::uuid`.execute(db)
  const data: ObservedTypes['data'] = {}
  let labels = false
  for (const { id } of rows) {
    const row = await db.selectFrom('assessment').selectAll().where('id', '=', id).executeTakeFirst()
    const own = row === undefined ? null : parseTenantAssessment(row)
    labels ||= own?.hasLabel === true
    for (const { apiName, template } of own?.observations ?? []) {
      const kind = kindOfTemplate[template]
      if (kind !== undefined) data[kind] = [...(data[kind] ?? []), `${eventType}:${apiName}`]
    }
  }
  return { data, labels: labels ? [`Event:${eventType}`, anyCustomEvent] : [] }
}

interface StatusCount {
  start: number
  kind: ObservationKind
  /** Its parts, as they were sent. */
  status: readonly (string | null)[]
  events: number
}

const dataStatus = sql`case
  when d.event_type = 'bankevent' and d.body ->> 'type' is not null then array[d.body ->> 'type', d.body ->> 'status']
  when coalesce(d.body ->> 'statusType', d.body -> 'statusDetails' ->> 'statusType', d.body ->> 'status') is null and d.body -> 'bank' is not null
    then array[d.body -> 'bank' ->> 'type', d.body -> 'bank' ->> 'status']
  else array[coalesce(d.body ->> 'statusType', d.body -> 'statusDetails' ->> 'statusType', d.body ->> 'status', d.body -> 'chargeback' ->> 'status')] end`

/** Loads what was received about the events of an assessment, by step and status. */
export async function loadObservationMonitor(
  db: Db,
  request: MonitorScope & { name: string; tenantId: string; timescale: MonitorTimescale; now: Date },
): Promise<Omit<ObservationMonitor, 'reports'>> {
  const { eventType, name, timescale, now } = request
  const window = windowOf(timescale, now)
  const types = await observedTypes(db, eventType, request.tenantId)
  const rows = (
    await Promise.all([countData(db, request, types, window), countLabels(db, request, types, window)])
  ).flat()
  return {
    ...described(window, { eventType, name }),
    kinds: observationKinds
      .filter(kind => (kind === 'label' ? types.labels.length > 0 : types.data[kind] !== undefined))
      .map(kind => kindOf(kind, rows, window)),
  }
}

function kindOf(
  kind: ObservationKind,
  rows: readonly StatusCount[],
  window: MonitorWindow,
): ObservationMonitor['kinds'][number] {
  const series = new Map<string, number[]>()
  for (const row of rows) {
    const step = row.kind === kind ? stepAt(window, row.start) : -1
    if (step < 0) continue
    const status = row.status.flatMap(part => statusNameOf(part) || []).join(' ')
    const counts = series.get(status) ?? emptySteps(window)
    series.set(status, counts)
    counts[step] = (counts[step] ?? 0) + row.events
  }
  const volume = addSeries(series.values(), window)
  const { top, others } = topSeries(series, maxStatuses, window)
  return { kind, total: sumOf(volume), volume, statuses: top.map(([status, counts]) => ({ status, counts })), others }
}

/**
 * Data events by the time at which they were first received: a later correction is the same event. Uploaded ones, which
 * are of the past, are left out.
 */
async function countData(
  db: Db,
  { environmentIds, signal }: MonitorScope,
  { data }: ObservedTypes,
  { start, now, stepMinutes }: MonitorWindow,
): Promise<StatusCount[]> {
  const pairs = Object.entries(data).flatMap(([kind, names]) => names.map(type => ({ kind, type })))
  if (pairs.length === 0) return []
  const { rows } = await sql<StatusCount>`
    select (extract(epoch from date_bin(make_interval(mins => ${stepMinutes}::int), d.at, 'epoch'::timestamptz)) * 1000)::float8 as start,
      t.kind, ${dataStatus} as status, count(*)::int as events
    from data_event d
    join unnest(${pairs.map(({ kind }) => kind)}::text[], ${pairs.map(({ type }) => type)}::text[]) as t(kind, type) on lower(t.type) = lower(d.event_type)
    where d.environment_id = any(${environmentIds}::uuid[]) and d.at >= ${new Date(start)} and d.at <= ${new Date(now)}
      and not ${isUploaded.data('d')}
    group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}

/** Labels by the time at which they were last received, without uploaded ones. */
async function countLabels(
  db: Db,
  { environmentIds, eventType, signal }: MonitorScope,
  { labels }: ObservedTypes,
  { start, now, stepMinutes }: MonitorWindow,
): Promise<StatusCount[]> {
  if (labels.length === 0) return []
  const { rows } = await sql<StatusCount>`
    select (extract(epoch from date_bin(make_interval(mins => ${stepMinutes}::int), l.received_at, 'epoch'::timestamptz)) * 1000)::float8 as start,
      'label' as kind, array[case when l.is_fraud then 'Fraud' when l.is_fraud = false then 'NonFraud' end] as status, count(*)::int as events
    from event_label l
    where l.environment_id = any(${environmentIds}::uuid[]) and l.received_at >= ${new Date(start)} and l.received_at <= ${new Date(now)}
      and l.object_type = any(${labels}::text[]) and not ${isUploaded.label('l')}
      and (l.object_type <> ${anyCustomEvent} or exists (select 1 from event_key k
        where k.environment_id = l.environment_id and k.event_type = ${eventType} and k.external_id = l.object_id))
    group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}
