import { type Kysely, sql } from 'kysely'

/**
 * Texts of stored documents as values that the search compares: null for a text that is none, so that one faulty
 * document does not end a search.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A function whose guard excludes most texts without the cost of a caught error. */
const reader = (name: string, type: string, guard: string): string =>
  `create function ${name}(value text) returns ${type} language plpgsql stable parallel safe as $$
  begin
    if value is null or value !~ '${guard}' then return null; end if;
    return value::${type};
  exception when others then
    return null;
  end $$`

const statements = [
  reader('time_or_null', 'timestamptz', '^\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d|$)'),
  reader('inet_or_null', 'inet', '^\\s*[0-9a-fA-F.:]+(/\\d+)?\\s*$'),
]
