import { type Kysely, sql } from 'kysely'

/** Runs of the time machine are back-tests of a kind of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table backtest drop constraint backtest_kind_check`,
  `alter table backtest add constraint backtest_kind_check check (kind in ('draft', 'branch', 'rule', 'routing', 'outage', 'history'))`,
]
