import { sql } from 'kysely'
import {
  type DualRunGroup,
  dualRunExampleSchema,
  dualRunGroupSchema,
  dualRunReportLimits,
} from '../../../contract/dual-runs/dual-run-report.ts'
import { type MirrorFigures, mirrorLimits } from '../../../contract/dual-runs/mirrors.ts'
import type { Decision } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { MirrorResult } from '../../../ports/tables/backtests.ts'
import { parityOf } from '../run/ledger.ts'

interface Sum {
  result: MirrorResult
  former: string
  own: string
  cause: string
  events: number
  same_rule: number
  amount_usd: number
}
interface Totals {
  events: number
  amountUsd: number
}

const groupKeySchema = dualRunGroupSchema.pick({
  cause: true,
  detail: true,
  subject: true,
  other: true,
  withScore: true,
})

/** Reads the figures of a mirror from the sums of its events, with examples of each cause. */
export async function loadMirrorFigures(db: Db, environmentId: string): Promise<MirrorFigures> {
  const [sums, hours, newest] = await Promise.all([
    sql<Sum>`
      select result, former, own, cause, sum(events) as events, sum(same_rule) as same_rule, sum(amount_usd) as amount_usd
      from mirror_count where environment_id = ${environmentId} group by 1, 2, 3, 4`.execute(db),
    sql<{ hour: Date; compared: number; same: number }>`
      select hour, sum(events) as compared, coalesce(sum(events) filter (where result = 'same'), 0) as same
      from mirror_count where environment_id = ${environmentId} and result in ('same', 'different')
      group by hour order by hour desc limit ${mirrorLimits.hours}`.execute(db),
    sql<{ cause: string; example: string }>`
      select cause, example from mirror_event where environment_id = ${environmentId} and result = 'different'
      order by seq desc limit ${mirrorLimits.differences}`.execute(db),
  ])
  const causes = Map.groupBy(
    sums.rows.filter(({ result }) => result === 'different'),
    ({ cause }) => cause,
  )
  const largest = [...causes]
    .map(([cause, rows]) => ({ cause, totals: totalsOf(rows) }))
    .toSorted((a, b) => b.totals.events - a.totals.events || b.totals.amountUsd - a.totals.amountUsd)
    .slice(0, dualRunReportLimits.groups)
  const examplesOf = await loadExamples(
    db,
    environmentId,
    largest.map(({ cause }) => cause),
  )
  const groups = largest.map(
    ({ cause, totals }): DualRunGroup => ({
      ...groupKeySchema.parse(JSON.parse(cause)),
      ...totals,
      examples: (examplesOf.get(cause) ?? []).map(({ example }) => dualRunExampleSchema.parse(JSON.parse(example))),
    }),
  )
  const compared = sums.rows.filter(({ result }) => result === 'same' || result === 'different')
  const same = compared.filter(({ result }) => result === 'same')
  const differing = compared.filter(({ result }) => result === 'different')
  const skippedBy = (reason: MirrorResult): Sum[] => sums.rows.filter(({ result }) => result === reason)
  return {
    compared: totalsOf(compared),
    same: totalsOf(same),
    sameRule: same.reduce((sum, { same_rule: count }) => sum + count, 0),
    differing: totalsOf(differing),
    parity: parityOf(totalsOf(same).events, totalsOf(compared).events),
    matrix: [...Map.groupBy(compared, ({ former, own }) => `${former} ${own}`).values()]
      .flatMap(rows => {
        const [first] = rows
        return first === undefined
          ? []
          : [{ former: first.former as Decision, own: first.own as Decision, ...totalsOf(rows) }]
      })
      .toSorted((a, b) => b.events - a.events || a.former.localeCompare(b.former) || a.own.localeCompare(b.own)),
    groups,
    hours: hours.rows.toReversed().map(row => ({ ...row, hour: row.hour.toISOString() })),
    newest: newest.rows.flatMap(({ cause, example }) => {
      const rows = causes.get(cause)
      return rows === undefined
        ? []
        : [
            {
              ...dualRunExampleSchema.parse(JSON.parse(example)),
              group: { ...groupKeySchema.parse(JSON.parse(cause)), ...totalsOf(rows) },
            },
          ]
    }),
    skipped: {
      duplicates: totalsOf(skippedBy('duplicate')).events,
      invalid: totalsOf(skippedBy('invalid')).events,
      words: skippedBy('word')
        .map(({ former, events }) => ({ word: former, events }))
        .toSorted((a, b) => b.events - a.events || (a.word < b.word ? -1 : 1))
        .slice(0, dualRunReportLimits.words),
    },
  }
}

/** Loads the newest differences of each cause. */
async function loadExamples(db: Db, environmentId: string, causes: readonly string[]) {
  if (causes.length === 0) return new Map<string, { cause: string; example: string }[]>()
  const { rows } = await sql<{ cause: string; example: string }>`
    select c.cause, e.example from unnest(${causes}::text[]) as c (cause)
    cross join lateral (
      select seq, example from mirror_event
      where environment_id = ${environmentId} and result = 'different' and cause = c.cause
      order by seq desc limit ${dualRunReportLimits.examples}) e
    order by c.cause, e.seq desc`.execute(db)
  return Map.groupBy(rows, ({ cause }) => cause)
}

const totalsOf = (rows: readonly Sum[]): Totals => ({
  events: rows.reduce((sum, { events }) => sum + events, 0),
  amountUsd: rows.reduce((sum, row) => sum + row.amount_usd, 0),
})
