import type { Pool } from 'pg'
import { eventIdOf, idOf } from './event-fixture.ts'

/** Account events, and those of an assessment with fields of its own, by the requests that merchants send. */
const kinds = [
  {
    eventType: 'accountlogin',
    /** One such event for so many purchases. */
    each: 5,
    request: `jsonb_build_object(
      'metadata', jsonb_build_object('loginId', 'L-' || external_id),
      'user', jsonb_build_object('userId', user_id, 'language', (array['de-DE','en-US','fr-FR','nl-NL','es-ES'])[1 + n % 5]),
      'ssoAuthenticationProvider', jsonb_build_object('displayName', 'Provider ' || n % 40))`,
  },
  {
    eventType: 'SellerPayout',
    each: 10,
    request: `jsonb_build_object(
      'metadata', jsonb_build_object('eventId', 'S-' || external_id),
      'user', jsonb_build_object('id', user_id),
      'custom', jsonb_build_object('openOrders', n % 12, 'sellerSince', to_char(at - make_interval(days => n % 900), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))`,
  },
] as const

/** Adds events of other types beside stored purchases, of the same users and devices at the same times. */
export async function fillOtherEvents(pool: Pool, environmentId: string): Promise<void> {
  for (const { eventType, each, request } of kinds) {
    await pool.query('drop table if exists bench_others')
    await pool.query(
      `create temporary table bench_others as
       select p.*, ${eventIdOf(`'${eventType}' || p.external_id`, 'p.at')} as other_id, (row_number() over (order by p.event_id))::int as n
       from event p where p.environment_id = $1::uuid and p.event_type = 'purchase'
         and (hashtext(p.external_id) & 2147483647) % ${each} = 0`,
      [environmentId],
    )
    await pool.query(`insert into event (environment_id, at, event_id, event_type, external_id, merchant_at, assessment_type, decision, reason,
        risk_score, user_id, user_name, email, phone, ip, ip_country, device_id, device_country, label)
      select environment_id, at, other_id, '${eventType}', '${eventType}-' || external_id, merchant_at, assessment_type, decision, reason,
        risk_score, user_id, user_name, email, phone, ip, ip_country, device_id, '', label from bench_others`)
    await pool.query(`insert into event_body (environment_id, at, event_id, received_at, correlation_id, latency_ms, request, enrichment, explanation)
      select environment_id, at, other_id, at, ${idOf(`'${eventType} call' || external_id`)}::text, 3, ${request}, '{}', '{"contributions":[],"rules":[],"runtimeErrors":[]}' from bench_others`)
    await pool.query(`insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
      select environment_id, '${eventType}', '${eventType}-' || external_id, at, other_id, '{}' from bench_others`)
    await pool.query(`insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
      select environment_id, kind, lower(value), at, other_id, '${eventType}', value from bench_others,
      lateral (values ('user', user_id), ('email', email), ('device', device_id), ('ip', ip), ('phone', phone)) as e (kind, value)`)
  }
  await pool.query('drop table if exists bench_others')
}
