import { type Kysely, sql } from 'kysely'

const statements = [
  // An export is written and read piece by piece: whole, one of a gigabyte would not fit into memory.
  `create table subject_request_part (
    request_id uuid not null references subject_request (id) on delete cascade,
    n int not null,
    content bytea not null,
    primary key (request_id, n)
  )`,
  // It is compressed already.
  `alter table subject_request_part alter column content set storage external`,
  `insert into subject_request_part (request_id, n, content) select id, 0, content from subject_request where content is not null`,
  `alter table subject_request drop column content`,
]

/** The files of exports in pieces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
