import { sql } from 'kysely'
import { addMonths, lossEntityKinds, lossLimits } from '../../../contract/index.ts'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { meterMonth } from './meter-month.ts'
import { readMonthFacts } from './month-facts.ts'
import { scoreMonth } from './score-month.ts'

type ReportPorts = Pick<Ports, 'db' | 'clock' | 'newId' | 'log'>

const minute = 60_000
/** Delays before a report that failed is tried again: after the first failure, the second, and every further one. */
const retryDelaysMs = [minute, 10 * minute, 60 * minute, 6 * 60 * minute] as const

/** Requests a report of all transactions of an environment. One that is being computed is begun again. */
export async function requestReport(db: Db, environmentId: string, now: Date): Promise<void> {
  await sql`insert into loss_report (environment_id, status, requested_at)
    values (${environmentId}::uuid, 'waiting', ${now}::timestamptz)
    on conflict (environment_id) do update
    set status = 'waiting', requested_at = excluded.requested_at, next_run = null, started_at = null, attempts = 0,
      retry_at = null`.execute(db)
}

/**
 * Computes a month of a report that was requested. Each month is committed by itself: an interrupted report continues
 * where it was, and the former one is shown until the new one is whole.
 * @returns whether there is more to do
 */
export async function runReports(ports: ReportPorts): Promise<boolean> {
  const { db, clock, log } = ports
  const report = await db
    .selectFrom('loss_report')
    .innerJoin('environment', 'environment.id', 'loss_report.environment_id')
    .select(['environment_id', 'next_run', 'loss_report.attempts', 'loss_report.status'])
    .where(({ eb, or, and }) =>
      or([
        eb('loss_report.status', 'in', ['waiting', 'running']),
        and([eb('loss_report.status', '=', 'failed'), eb('loss_report.retry_at', '<=', clock())]),
      ]),
    )
    .where('environment.status', '=', 'Active')
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst()
  if (!report) return false
  const { environment_id: environmentId, attempts, status } = report
  let run = status === 'failed' ? null : report.next_run
  try {
    run ??= await beginRun(ports, environmentId)
    const month = await nextMonth(db, environmentId, run)
    if (month === null) await finishRun(ports, environmentId, run)
    else await computeMonth(ports, environmentId, run, month)
  } catch (error) {
    // One that cannot be computed must not hold up the others.
    log.write(2, 'loss-prevention.failed', { code: codeOf(error), attempts: attempts + 1 })
    const delay = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? minute
    await db
      .updateTable('loss_report')
      .set({
        status: 'failed',
        next_run: null,
        attempts: attempts + 1,
        retry_at: new Date(clock().getTime() + delay),
      })
      .where('environment_id', '=', environmentId)
      // One that was requested meanwhile is computed.
      .where('next_run', run === null ? 'is' : '=', run)
      .execute()
  }
  return true
}

async function beginRun({ db, clock, newId }: ReportPorts, environmentId: string): Promise<string> {
  const run = newId()
  // After a large import there are no statistics yet: without them a month takes minutes instead of seconds.
  await sql`analyze loss_transaction, loss_sale, loss_payment, loss_payment_method`.execute(db)
  // What an abandoned run left behind is of no use.
  await sql`delete from loss_month m using loss_report r where m.environment_id = ${environmentId}::uuid
    and r.environment_id = m.environment_id and m.run is distinct from r.run`.execute(db)
  await db
    .updateTable('loss_report')
    .set({ status: 'running', next_run: run, started_at: clock() })
    .where('environment_id', '=', environmentId)
    .execute()
  return run
}

/** Returns the first month that the run does not have yet; null: it is whole. */
async function nextMonth(db: Db, environmentId: string, run: string): Promise<string | null> {
  const {
    rows: [{ first, last } = { first: null, last: null }],
  } = await sql<{ first: string | null; last: string | null }>`
    select min(month) as first, max(month) as last from loss_transaction
    where environment_id = ${environmentId}::uuid`.execute(db)
  if (first === null || last === null) return null
  const earliest = addMonths(last, 1 - lossLimits.months)
  // Months are computed in their order, and every one has members of staff.
  const done = await db
    .selectFrom('loss_month')
    .select('month')
    .where('environment_id', '=', environmentId)
    .where('run', '=', run)
    .where('kind', '=', 'staff')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const {
    rows: [next],
  } = await sql<{ month: string | null }>`select min(month) as month from loss_transaction
    where environment_id = ${environmentId}::uuid and month >= ${earliest} and month > ${done?.month ?? ''}`.execute(db)
  return next?.month ?? null
}

/** Counts and scores one month, unless the report was requested again. */
async function computeMonth(ports: ReportPorts, environmentId: string, run: string, month: string): Promise<void> {
  await ports.db.transaction().execute(async trx => {
    if (!(await isCurrent(trx, environmentId, run)) || (await hasMonth(trx, environmentId, run, month))) return
    const facts = await readMonthFacts(trx, environmentId, month)
    await storePseudonyms(trx, environmentId, facts)
    const rows = facts.map(each => ({
      kind: each.kind,
      id: each.id,
      unit: each.unit,
      place: each.place,
      transactions: each.transactions,
      returns_usd: each.returnsUsd,
      discounts_usd: each.discountsUsd,
      reasons: each.reasons,
    }))
    await sql`insert into loss_month (environment_id, run, month, kind, id, unit, place, transactions, returns_usd,
        discounts_usd, reasons)
      select ${environmentId}::uuid, ${run}::uuid, ${month}, kind, id, unit, place, transactions, returns_usd,
        discounts_usd, reasons
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, id text, unit text, place text,
        transactions int, returns_usd bigint, discounts_usd bigint, reasons jsonb)`.execute(trx)
    for (const kind of lossEntityKinds) await scoreMonth(trx, { environmentId, run, kind, month })
    await meterMonth(trx, { environmentId, month, now: ports.clock() })
  })
}

/** Locks the report; whether the run is still the one that is being computed. */
async function isCurrent(db: Db, environmentId: string, run: string): Promise<boolean> {
  const report = await db
    .selectFrom('loss_report')
    .select('next_run')
    .where('environment_id', '=', environmentId)
    .forUpdate()
    .executeTakeFirst()
  return report?.next_run === run
}

/** Whether the month is stored: another process of the service may have computed it meanwhile. */
async function hasMonth(db: Db, environmentId: string, run: string, month: string): Promise<boolean> {
  const stored = await db
    .selectFrom('loss_month')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('run', '=', run)
    .where('kind', '=', 'staff')
    .where('month', '=', month)
    .limit(1)
    .executeTakeFirst()
  return stored !== undefined
}

/** Gives those a pseudonym who have none. It stays the same in every report. */
async function storePseudonyms(
  db: Db,
  environmentId: string,
  entities: readonly { kind: string; id: string }[],
): Promise<void> {
  const keys = entities.map(({ kind, id }) => ({ kind, id }))
  await sql`insert into loss_entity (environment_id, kind, id, pseudonym)
    select ${environmentId}::uuid, kind, id,
      case when kind = 'staff' then 's_' || left(replace(gen_random_uuid()::text, '-', ''), 10) else id end
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as e (kind text, id text)
    on conflict (environment_id, kind, id) do nothing`.execute(db)
}

/** Shows the run in place of the former one. */
async function finishRun({ db, clock }: ReportPorts, environmentId: string, run: string): Promise<void> {
  await db.transaction().execute(async trx => {
    if (!(await isCurrent(trx, environmentId, run))) return
    await sql`update loss_report set status = 'ready', run = next_run, next_run = null, attempts = 0, retry_at = null,
        finished_at = ${clock()}::timestamptz,
        spans = (select coalesce(jsonb_agg(s order by s.month), '[]') from (
          select month, to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD') as "from",
            to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD') as "to"
          from loss_transaction where environment_id = ${environmentId}::uuid group by month) s),
        transactions = (select count(*) from loss_transaction where environment_id = ${environmentId}::uuid)
      where environment_id = ${environmentId}::uuid`.execute(trx)
    await trx.deleteFrom('loss_month').where('environment_id', '=', environmentId).where('run', '<>', run).execute()
  })
  // The pages of the report read what has just been written.
  await sql`analyze loss_month, loss_entity`.execute(db)
}
