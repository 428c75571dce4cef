import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Attack, AttackDetail, AttackStep, ContainmentPreview } from '../../../contract/index.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { caseIds, openCaseBench, resetCaseBench } from '../../cases/testing/case-bench.ts'
import { checkAttacks } from '../check/check-attacks.ts'

/** Monday, 3 March 2025. */
const start = Date.parse('2025-03-03T09:00:00Z')
const secondMs = 1000

interface PlantedAttempt {
  eventType: 'purchase' | 'accountlogin'
  at: number
  user: string
  device: string
  ip: string
  card?: string
  decision?: string
  /** What bank or merchant says; absent: nothing. */
  answer?: { approved: boolean; detail: string }
}

export interface Spraying {
  count: number
  everySeconds: number
  startSecond?: number
  /** Number of the first account. */
  first?: number
  /** Different accounts, tried in turn; as many as attempts when absent. */
  accounts?: number
  /** Numbers of the attempts that get through. */
  fallen?: readonly number[]
  /** Whether the accounts have signed in before. */
  existing?: boolean
}

interface CardTesting {
  count: number
  everySeconds: number
  /** Numbers of the orders whose card the bank accepts. */
  approved: readonly number[]
  startSecond?: number
  device?: string
}

interface Purchases {
  count: number
  everySeconds: number
  startSecond: number
  ip: string
  /** Whether the bank says nothing of them. */
  unanswered?: boolean
}

/** Calls of attacks on a bench of the console API; seconds are counted from Monday, 3 March 2025, 9:00. */
export async function openAttackBench() {
  const bench = await openCaseBench()
  const { db } = bench.store
  const path = (environmentId: string = caseIds.root) => `${environmentId}/attacks`
  const add = (attempts: readonly PlantedAttempt[]) => addAttempts(bench.store.db, attempts)
  return {
    ...bench,
    db,
    async reset(): Promise<void> {
      for (const table of ['attack', 'recent_attempt', 'recent_attempt_count', 'recent_attempt_cursor'] as const)
        await db.deleteFrom(table).execute()
      await resetCaseBench(bench)
    },
    /** Checks as the service does; returns how often decisions had to read what is contained. */
    async check(second: number): Promise<number> {
      let reloads = 0
      bench.at(new Date(start + second * secondMs))
      await checkAttacks({
        ports: { db, clock: bench.now, newId, log: silentLog },
        live: bench.live,
        reloadContainments() {
          reloads++
          return bench.engine.reloadContainments()
        },
      })
      return reloads
    },
    /** Adds sign-ins and orders of customers around 9:00; every twelfth fails once. */
    quiet: () =>
      add(
        Array.from({ length: 120 }, (_, number) => ({
          eventType: number % 2 === 0 ? 'accountlogin' : 'purchase',
          at: start + (number - 60) * 45 * secondMs,
          user: `customer-${number}`,
          device: `home-${number}`,
          ip: `10.1.${number}.7`,
          card: String(number).padStart(4, '7'),
          answer: { approved: number % 12 > 1, detail: number % 12 > 1 ? 'None' : '51' },
        })),
      ),
    /** Adds many sign-ins by SQL, each with a device, an address and an account of its own; every twentieth fails. */
    background: ({ count, from, to }: { count: number; from: number; to: number }) =>
      addBackground(db, { count, from: start + from * secondMs, stepMs: ((to - from) * secondMs) / count }),
    /** Adds failed sign-ins, each with an account, a device and an address of its own. */
    sprayFrom: (ipOf: (number: number) => string) =>
      add(
        Array.from({ length: 20 }, (_, number) => ({
          eventType: 'accountlogin',
          at: start + number * 10 * secondMs,
          user: `victim-${number}`,
          device: `once-${number}`,
          ip: ipOf(number),
          answer: { approved: false, detail: 'ChallengeFailed' },
        })),
      ),
    /** Adds an attack of two devices and three addresses on accounts. */
    async spray(spraying: Spraying): Promise<void> {
      const {
        count,
        everySeconds,
        startSecond = 0,
        first = 0,
        accounts = count,
        fallen = [],
        existing = true,
      } = spraying
      const user = (number: number) => `victim-${first + (number % accounts)}`
      if (existing)
        await add(
          Array.from({ length: accounts }, (_, number) => ({
            eventType: 'accountlogin',
            at: start - 86_400_000 - number * secondMs,
            user: user(number),
            device: `own-${first + number}`,
            ip: `10.2.${number}.7`,
            answer: { approved: true, detail: 'None' },
          })),
        )
      await add(
        Array.from({ length: count }, (_, number) => ({
          eventType: 'accountlogin',
          at: start + (startSecond + number * everySeconds) * secondMs,
          user: user(number),
          device: `bot-${number % 2}`,
          ip: `203.0.113.${number % 3}`,
          answer: fallen.includes(number)
            ? { approved: true, detail: 'None' }
            : { approved: false, detail: 'ChallengeFailed' },
        })),
      )
    },
    /** Adds orders with many cards from two devices, or from one. */
    testCards: ({ count, everySeconds, approved, startSecond = 0, device }: CardTesting) =>
      add(
        Array.from({ length: count }, (_, number) => ({
          eventType: 'purchase',
          at: start + (startSecond + number * everySeconds) * secondMs,
          user: `guest-${startSecond + number}`,
          device: device ?? `bot-${number % 2}`,
          ip: `203.0.113.${number % 3}`,
          card: String(startSecond + number).padStart(4, '0'),
          answer: approved.includes(number) ? { approved: true, detail: '00' } : { approved: false, detail: '14' },
        })),
      ),
    /** Adds orders of customers at one address, each with a device and a card of its own. */
    buy: ({ count, everySeconds, startSecond, ip, unanswered = false }: Purchases) =>
      add(
        Array.from({ length: count }, (_, number) => ({
          eventType: 'purchase',
          at: start + (startSecond + number * everySeconds) * secondMs,
          user: `honest-${startSecond + number}`,
          device: `phone-${startSecond + number}`,
          ip,
          card: String(9000 + number),
          ...(unanswered ? {} : { answer: { approved: true, detail: '00' } }),
        })),
      ),
    list: async (as = 'Max', environmentId?: string) =>
      (await bench.call<Attack[]>(as, 'GET', path(environmentId))).json,
    get: (id: string, as = 'Max', environmentId?: string) =>
      bench.call<AttackDetail>(as, 'GET', `${path(environmentId)}/${id}`),
    setStep: (id: string, step: AttackStep, done: boolean, as = 'Max', environmentId?: string) =>
      bench.call<AttackDetail['checklist']>(as, 'PUT', `${path(environmentId)}/${id}/steps/${step}`, { done }),
    contain: (id: string, settings: object, as = 'Max', environmentId?: string, containmentId: string = randomUUID()) =>
      bench.call<AttackDetail>(as, 'PUT', `${path(environmentId)}/${id}/containments/${containmentId}`, {
        settings: { action: 'reject', keyTypes: ['device', 'ip'], hours: 4, ...settings },
      }),
    release: (id: string, as = 'Max', environmentId?: string) =>
      bench.call<AttackDetail>(as, 'DELETE', `${path(environmentId)}/${id}/containment`),
    preview: (id: string, keyTypes: readonly string[], as = 'Max', environmentId?: string) =>
      bench.call<ContainmentPreview>(as, 'POST', `${path(environmentId)}/${id}/containment/preview`, { keyTypes }),
    evidence: (id: string, as = 'Max', environmentId?: string) =>
      bench.bytes(as, `${path(environmentId)}/${id}/evidence`),
    /** Sends an order through the engine, and returns its decision with the reason. */
    async order(
      id: string,
      device: string,
      more: { ip?: string; review?: boolean; environmentId?: string } = {},
    ): Promise<string> {
      await bench.send({
        id,
        review: more.review ?? false,
        environmentId: more.environmentId ?? caseIds.root,
        more: {
          deviceContext: { externalDeviceId: device, deviceContextId: device, ipAddress: more.ip ?? '192.0.2.1' },
        },
      })
      const row = await db
        .selectFrom('event')
        .select(['decision', 'reason'])
        .where('external_id', '=', id)
        .executeTakeFirstOrThrow()
      return `${row.decision} ${row.reason}`
    },
    notices: () =>
      db.selectFrom('notification').select(['params', 'type']).where('event', '=', 'AttackFound').execute(),
    audits: async () =>
      (
        await db
          .selectFrom('audit_log')
          .select('operation')
          .where('resource_type', '=', 'Attack')
          .orderBy('at')
          .orderBy('id')
          .execute()
      ).map(({ operation }) => operation),
  }
}
export type AttackBench = Awaited<ReturnType<typeof openAttackBench>>

/** Stores attempts as the engine does, and what bank or merchant say of them a second later. */
async function addAttempts(
  db: Awaited<ReturnType<typeof openCaseBench>>['store']['db'],
  attempts: readonly PlantedAttempt[],
): Promise<void> {
  for (const { eventType, at, user, device, ip, card, decision = 'Approve', answer } of attempts) {
    const [eventId, externalId, time] = [randomUUID(), randomUUID(), new Date(at)]
    await sql`
      with e as (insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score,
          user_id, device_id, ip, bin, last_four)
        values (${caseIds.root}, ${time}, ${eventId}, ${eventType}, ${externalId}, 'Protect', ${decision}, '', 100, ${user}, ${device},
          ${ip}, ${card === undefined ? null : '400012'}, ${card ?? null})),
      k as (insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
        values (${caseIds.root}, ${eventType}, ${externalId}, ${time}, ${eventId}, '{}')),
      b as (insert into event_body (environment_id, at, event_id, received_at, request, enrichment, explanation)
        values (${caseIds.root}, ${time}, ${eventId}, ${time}, '{}', '{}', '{}'))
      insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
      values (${caseIds.root}, 'user', ${user}, ${time}, ${eventId}, ${eventType}, ${user})`.execute(db)
    if (answer === undefined) continue
    const status = answer.approved ? 'Approved' : eventType === 'purchase' ? 'Declined' : 'Rejected'
    const body =
      eventType === 'purchase'
        ? { type: 'Auth', status, bankResponseCode: answer.detail }
        : { statusDetails: { statusType: status, reasonType: answer.detail } }
    const answered = new Date(at + secondMs)
    await sql`
      insert into data_event (environment_id, at, data_id, event_type, event_key, entity_id, subject_type, subject_id, happened_at, received_at, body)
      values (${caseIds.root}, ${answered}, ${randomUUID()}, ${eventType === 'purchase' ? 'bankevent' : 'accountloginstatus'}, ${externalId},
        ${externalId}, ${eventType}, ${externalId}, ${answered}, ${answered}, ${JSON.stringify(body)})`.execute(db)
  }
}

async function addBackground(
  db: Awaited<ReturnType<typeof openCaseBench>>['store']['db'],
  { count, from, stepMs }: { count: number; from: number; stepMs: number },
): Promise<void> {
  await sql`
    with n as (select n, gen_random_uuid() as id, ${new Date(from)}::timestamptz + n * ${stepMs}::float8 * interval '1 millisecond' as at
      from generate_series(1, ${count}::int) as n),
    k as (insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
      select ${caseIds.root}::uuid, 'accountlogin', id::text, at, id, '{}' from n)
    insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score,
      user_id, device_id, ip)
    select ${caseIds.root}::uuid, at, id, 'accountlogin', id::text, 'Protect', case when n % 20 = 0 then 'Reject' else 'Approve' end, '', 100,
      'c' || n, 'd' || n, '10.' || n % 200 || '.' || n % 251 || '.' || n % 13 from n`.execute(db)
}
