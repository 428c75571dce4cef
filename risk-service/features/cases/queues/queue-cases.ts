import { type RawBuilder, sql } from 'kysely'
import type { QueueOrder, QueueView } from '../../../contract/cases/case-definitions.ts'
import type { CaseRow } from '../../../contract/cases/case-entities.ts'
import type { CaseFilter } from '../../../contract/cases/queues.ts'
import { defined } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { countNotesOnEvents, hasNotesOn } from '../../notes/read-notes.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import type { StoredCase, StoredQueue } from '../model/case-record.ts'
import { loadCaseFacts } from '../store/case-facts.ts'
import { orderValues } from '../store/release-cases.ts'
import { loadReportCosts } from '../store/settings-store.ts'
import type { CaseCall } from '../work/case-call.ts'
import { toCaseRow } from '../work/case-view.ts'

export interface CasePageInput {
  view: QueueView
  cursor: string | null
  limit: number
  orderBy: QueueOrder | null
  direction: 'ascending' | 'descending'
  filter: CaseFilter
}
export interface CasePage {
  rows: CaseRow[]
  next: string | null
  total: number
  breakEven: { costPerMinuteUsd: number | null; worthwhile: number | null } | null
}

const views: Record<QueueView, RawBuilder<unknown>> = {
  pending: sql`state = 'Pending' and not escalated`,
  inReview: sql`state = 'InReview'`,
  onHold: sql`state = 'OnHold'`,
  escalated: sql`state = 'Pending' and escalated`,
  awaitingApproval: sql`state = 'AwaitingApproval'`,
}
const milliseconds = (column: string) => sql`extract(epoch from ${sql.ref(column)}) * 1000`
const orders = orderValues({ of: 'review_case', entered: sql`entered_queue_at`, timeout: sql`timeout_at` })

/** Returns one page of a view of a queue, in the order of the queue or in another one. */
export async function listCases(call: CaseCall, queue: StoredQueue, input: CasePageInput): Promise<CasePage> {
  await advanceCases(call, [queue.environment_id])
  const { view, limit, orderBy, filter } = input
  if (orderBy === 'expectedSaving' && queue.settings.orderBy !== orderBy)
    throw new ValidationError(['orderBy'], 'This queue is not ordered by the expected saving.')
  const where = sql`queue_id = ${queue.id}::uuid and ${views[view]} ${conditionOf(filter, call.ports.clock(), call.masking.kinds.has('email'))}`
  const key = orderBy === null ? orderOf(view) : signed(orders[orderBy], input.direction)
  const after = input.cursor === null ? sql`` : afterCursor(key, input.cursor)
  const bySaving = view === 'pending' && orderBy === null && queue.settings.orderBy === 'expectedSaving'
  const [found, total, breakEven] = await Promise.all([
    readRows(
      call.db,
      sql`select *, ${key} as sort_key from review_case where ${where} ${after} order by ${key}, id limit ${limit + 1}`,
    ),
    countRows(call.db, where),
    bySaving ? readBreakEven(call, where) : null,
  ])
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const facts = await loadCaseFacts(call.db, page, events => countNotesOnEvents(call.db, events))
  return {
    rows: page.map(row => ({ ...toCaseRow(row, call, () => queue), ...defined({ facts: facts.get(row.id) }) })),
    next: found.length > limit && last !== undefined ? JSON.stringify([String(last.sort_key), last.id]) : null,
    total,
    breakEven,
  }
}

/** Returns the line between the cases of a condition that save more than their review costs, and the others. */
async function readBreakEven({ db, principal }: CaseCall, where: RawBuilder<unknown>): Promise<CasePage['breakEven']> {
  const { hourlyCostUsd } = await loadReportCosts(db, principal.tenantId)
  if (hourlyCostUsd === null) return { costPerMinuteUsd: null, worthwhile: null }
  const costPerMinuteUsd = hourlyCostUsd / 60
  return { costPerMinuteUsd, worthwhile: await countRows(db, sql`${where} and rank <= ${-costPerMinuteUsd}::float8`) }
}

/** The order of a view where the caller asks for none; the waiting cases are in the order of review. */
const orderOf = (view: QueueView): RawBuilder<unknown> =>
  view === 'inReview'
    ? sql`(${milliseconds('locked_at')})::float8`
    : view === 'onHold'
      ? sql`(${milliseconds('wake_at')})::float8`
      : sql`rank`

const signed = (value: RawBuilder<unknown>, direction: 'ascending' | 'descending'): RawBuilder<unknown> =>
  sql`coalesce(${direction === 'ascending' ? sql`(${value})::float8` : sql`-(${value})::float8`}, 'Infinity'::float8)`

function afterCursor(key: RawBuilder<unknown>, cursor: string): RawBuilder<unknown> {
  const [value, id] = readCursor(cursor)
  return sql`and (${key}, id) > (${value}::float8, ${id}::uuid)`
}

function readCursor(cursor: string): [string, string] {
  try {
    const read: unknown = JSON.parse(cursor)
    if (Array.isArray(read) && read.length === 2) {
      const [value, id] = read as unknown[]
      const isKey = typeof value === 'string' && (value === 'Infinity' || Number.isFinite(Number(value)))
      if (isKey && typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id)) return [value, id]
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new ValidationError(['cursor'], 'This is not the cursor of a page.')
}

function conditionOf(filter: CaseFilter, now: Date, emailMasked: boolean): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  const {
    minScore,
    maxScore,
    minAmountUsd,
    maxAmountUsd,
    country,
    tag,
    assigneeId,
    overdue,
    escalated,
    hasNotes,
    text,
  } = filter
  if (minScore !== undefined) parts.push(sql`risk_score >= ${minScore}`)
  if (maxScore !== undefined) parts.push(sql`risk_score <= ${maxScore}`)
  if (minAmountUsd !== undefined) parts.push(sql`amount_usd >= ${minAmountUsd}`)
  if (maxAmountUsd !== undefined) parts.push(sql`amount_usd <= ${maxAmountUsd}`)
  if (country !== undefined) parts.push(sql`country = ${country.toUpperCase()}`)
  if (tag !== undefined) parts.push(sql`exists (select 1 from unnest(tags) t where lower(t) = lower(${tag}))`)
  if (assigneeId !== undefined) parts.push(sql`assignee_id = ${assigneeId}::uuid`)
  if (overdue === true) parts.push(sql`timeout_at <= ${now}::timestamptz`)
  if (escalated !== undefined) parts.push(sql`escalated = ${escalated}`)
  if (hasNotes !== undefined) parts.push(hasNotes ? hasNotesOn('review_case') : sql`not ${hasNotesOn('review_case')}`)
  if (text !== undefined) {
    const pattern = `%${text.replace(/[\\%_]/g, found => `\\${found}`)}%`
    // A part of a masked address would show the rest of it letter by letter.
    const email = emailMasked ? sql`lower(email) = lower(${text})` : sql`email ilike ${pattern}`
    parts.push(sql`(external_id ilike ${pattern} or ${email} or user_id ilike ${pattern})`)
  }
  return parts.length === 0 ? sql`` : sql`and ${sql.join(parts, sql` and `)}`
}

type Row = StoredCase & { sort_key: number }
const readRows = async (db: Db, query: RawBuilder<unknown>): Promise<Row[]> => (await query.execute(db)).rows as Row[]

async function countRows(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from review_case where ${where}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
