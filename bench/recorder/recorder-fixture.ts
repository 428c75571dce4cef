import type { Pool } from 'pg'
import { fillCases, publishRouting } from '../cases/case-fixture.ts'
import { idOf } from '../support/event-fixture.ts'

/** What a store has beside its events after months of use. */
export const recorderSizes = { reports: 5, cases: 20_000, refusals: 20_000, reveals: 10_000, views: 50_000 }
/** An id that a careless caller sent with every hundredth call. */
export const sharedCorrelationId = 'nightly-batch'

/** Adds what was reported, refused, looked at and delivered beside stored purchases. */
export async function fillRecorder(pool: Pool, tenantId: string, environmentId: string): Promise<void> {
  const { reports, cases, refusals, reveals, views } = recorderSizes
  const run = (text: string, ...more: unknown[]) => pool.query(text, [environmentId, ...more])
  await run(
    `update event_body b set correlation_id = $2 from event_key k
     where k.environment_id = $1 and b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
       and (hashtext(k.external_id) & 2147483647) % 100 = 0`,
    sharedCorrelationId,
  )
  await pool.query('drop table if exists bench_reported')
  await pool.query(
    `create temporary table bench_reported as
     select environment_id, event_type, external_id, at, ${idOf(`'status' || external_id`)} as data_id, ${idOf(`'report' || external_id`)}::text as call
     from event_key where environment_id = $1 and (hashtext(external_id) & 2147483647) % ${reports} = 0`,
    [environmentId],
  )
  await pool.query(`
    insert into data_event (environment_id, at, data_id, event_type, event_key, entity_id, subject_type, subject_id, happened_at, received_at, correlation_id, body)
    select environment_id, at, data_id, 'purchasestatus', external_id, external_id, event_type, external_id, at, at, call,
      json_build_object('purchaseId', external_id, 'statusType', 'Approved', 'statusDate', at) from bench_reported`)
  await pool.query(`insert into data_event_key (environment_id, event_type, event_key, at, data_id)
    select environment_id, 'purchasestatus', external_id, at, data_id from bench_reported`)
  await pool.query('drop table bench_reported')
  await run(`
    insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, received_at, body)
    select environment_id, 'Purchase/' || external_id, 'Purchase', external_id, label = 'Fraud', at, at + interval '7 days', '{}'
    from event where environment_id = $1 and label is not null`)
  await run(
    `insert into api_error (id, tenant_id, environment_id, at, api_name, status, message, correlation_id)
     select gen_random_uuid(), $2, $1, now() - i * interval '1 minute', 'v1.0/MerchantServices/Events/Purchase', 400,
       'Invalid value at user.email: expected string', ${idOf(`'refused' || i`)}::text from generate_series(1, ${refusals}) as i`,
    tenantId,
  )
  await publishRouting(pool, environmentId)
  await fillCases(pool, environmentId, cases)
  const picked = (count: number, seed: string) =>
    `(select environment_id, event_type, external_id, event_id, at from event_key where environment_id = $1 order by hashtext(external_id || '${seed}') limit ${count}) k`
  await run(
    `insert into audit_log (id, tenant_id, environment_id, at, actor_id, actor_name, actor_roles, resource_type, resource_id, resource_name, operation, after)
     select gen_random_uuid(), $2, environment_id, at + interval '1 hour', gen_random_uuid(), 'Bench', '{}', 'PersonalData', environment_id::text,
       external_id, 'ViewPersonalData', jsonb_build_object('kind', 'email', 'reason', 'Call of the customer', 'subjects', jsonb_build_array(
         jsonb_build_object('environmentId', environment_id, 'eventType', event_type, 'externalId', external_id)))
     from ${picked(reveals, 'reveal')}`,
    tenantId,
  )
  await run(`
    insert into event_view (environment_id, event_id, user_id, user_name, first_at, last_at, views)
    select environment_id, event_id, gen_random_uuid(), 'Bench', at + interval '1 hour', at + interval '1 hour', 1 from ${picked(views, 'view')}`)
  await run(`
    insert into traced_event (environment_id, kind, at, ref, created_at)
    select environment_id, 'decision', at, event_id, at + interval '50 milliseconds' from event_key
    where environment_id = $1 and at > now() - interval '7 days' order by at`)
  await pool.query('vacuum analyze')
}

export interface SampledId {
  id: string
  /** Whether an event is found by it; a refused call has none. */
  hasTimeline: boolean
}

/** Ids of each kind, spread over the whole store. */
export async function sampleIds(
  pool: Pool,
  environmentId: string,
  count: number,
): Promise<Readonly<Record<string, readonly SampledId[]>>> {
  const sample = async (from: string, column: string, hasTimeline = true): Promise<SampledId[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `select ${column}::text as id from ${from} where environment_id = $1 order by md5(${column}::text) limit ${count}`,
      [environmentId],
    )
    return rows.map(({ id }) => ({ id, hasTimeline }))
  }
  const own = `(select * from event_body where correlation_id <> '${sharedCorrelationId}') b`
  return {
    'id of the merchant': await sample('event_key', 'external_id'),
    'id of the event': await sample('event_key', 'event_id'),
    'id of a case': await sample('review_case', 'id'),
    'correlation id of a call': await sample(own, 'correlation_id'),
    'correlation id of a report': await sample('data_event', 'correlation_id'),
    'correlation id of a refused call': await sample('api_error', 'correlation_id', false),
    'correlation id of every hundredth call': [{ id: sharedCorrelationId, hasTimeline: true }],
    'id of nothing': Array.from({ length: count }, (_, place) => ({ id: `nothing-${place}`, hasTimeline: false })),
  }
}
