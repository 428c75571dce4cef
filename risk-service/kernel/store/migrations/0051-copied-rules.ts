import { type Kysely, sql } from 'kysely'

/** A copy of a rule on a branch names the rule that it comes from, so that what concerns the rule follows a promotion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The first rule of a line of copies, which may be deleted by now; null: the rule is no copy.
  `alter table rule add column copied_from uuid`,
  // Copies of earlier releases have the name of the production rule, unless somebody renamed one of them.
  `update rule c set copied_from = p.id from rule p
   where p.environment_id = c.environment_id and p.event_type = c.event_type and p.type = c.type
     and p.branch = 'production' and c.branch <> 'production' and c.type <> 'routing' and lower(p.name) = lower(c.name)`,
]
