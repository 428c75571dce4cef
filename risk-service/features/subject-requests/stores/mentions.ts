import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { isDocument, replaceInDocument, type ValuePattern } from './value-patterns.ts'

/** Columns of a table in which values may be mentioned. */
interface MentionPlace {
  table: string
  /** Condition that the row `t` is in the scope. */
  scope: RawBuilder<unknown>
  columns: readonly string[]
}

/** A row with a mention, and its texts without it, by column. */
interface Mention {
  row: string
  part: string
  texts: ReadonlyMap<string, string>
}

/**
 * Finds the rows in which values are mentioned. The database finds the rows that may have one; here is decided, so that
 * only whole occurrences in texts count, and numbers and names of documents stay.
 */
export async function findMentions(
  db: Db,
  { table, scope, columns }: MentionPlace,
  patterns: readonly ValuePattern[],
  { pseudonym, lock }: { pseudonym: string; lock: boolean },
): Promise<Mention[]> {
  const types = await typesOf(db, table)
  const candidates = new Map<string, { row: string; part: string; texts: (string | null)[] }>()
  // One after another: the database stores few compiled expressions.
  for (const { candidate } of patterns) {
    const { rows } = await sql<{ row: string; part: string; texts: (string | null)[] }>`
      select t.ctid::text as row, t.tableoid::text as part, array[${sql.join(columns.map(column => textOf(column, types)))}] as texts
      from ${sql.table(table)} t where ${scope}
        and (${sql.join(
          columns.map(column => sql`${textOf(column, types)} ~* ${candidate}`),
          sql` or `,
        )}) ${lock ? sql`for update of t` : sql``}`.execute(db)
    for (const row of rows) candidates.set(`${row.part} ${row.row}`, row)
  }
  const replace = (text: string): string => patterns.reduce((rest, each) => each.replace(rest, pseudonym), text)
  return [...candidates.values()].flatMap(({ row, part, texts }) => {
    const changed = new Map<string, string>()
    for (const [index, column] of columns.entries()) {
      const text = texts[index] ?? null
      if (text === null) continue
      const document = types.get(column) !== 'text' || isDocument(text)
      const replaced = document ? replaceInDocument(text, replace) : replace(text)
      if (replaced !== text) changed.set(column, replaced)
    }
    return changed.size === 0 ? [] : [{ row, part, texts: changed }]
  })
}

/** Writes a pseudonym in place of values. Returns the number of rows. */
export async function replaceMentions(
  trx: Db,
  place: MentionPlace & { also?: RawBuilder<unknown> | undefined },
  patterns: readonly ValuePattern[],
  pseudonym: string,
): Promise<number> {
  const types = await typesOf(trx, place.table)
  const mentions = await findMentions(trx, place, patterns, { pseudonym, lock: true })
  for (const { row, part, texts } of mentions) {
    const changes = [...texts].map(([column, text]) => sql`${sql.ref(column)} = ${valueOf(text, types.get(column))}`)
    if (place.also !== undefined) changes.push(place.also)
    await sql`update ${sql.table(place.table)} t set ${sql.join(changes)}
      where t.ctid = ${row}::tid and t.tableoid = ${part}::oid`.execute(trx)
  }
  return mentions.length
}

/** Deletes the rows in which values are mentioned. Returns their number. */
export async function deleteMentions(trx: Db, place: MentionPlace, patterns: readonly ValuePattern[]): Promise<number> {
  const mentions = await findMentions(trx, place, patterns, { pseudonym: '', lock: true })
  await sql`delete from ${sql.table(place.table)} t
    using unnest(${mentions.map(({ row }) => row)}::text[], ${mentions.map(({ part }) => part)}::text[]) as m(row, part)
    where t.ctid = m.row::tid and t.tableoid = m.part::oid`.execute(trx)
  return mentions.length
}

const textOf = (column: string, types: ReadonlyMap<string, string>): RawBuilder<unknown> =>
  types.get(column) === 'ARRAY' ? sql`to_json(${sql.ref(`t.${column}`)})::text` : sql`${sql.ref(`t.${column}`)}::text`

const valueOf = (text: string, type = 'text'): RawBuilder<unknown> =>
  type === 'ARRAY' ? sql`array(select json_array_elements_text(${text}::json))` : sql`${text}::text::${sql.raw(type)}`

/** Types of columns: a document is written as what it is. */
async function typesOf(db: Db, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`select column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(db)
  return new Map(rows.map(({ name, type }) => [name, type]))
}
