import type { Kysely } from 'kysely'
import type { RuleVersion, RuleVersionSummary } from '../contract/index.ts'
import { Missing } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { chainOf, type RuleReader } from './rules.ts'
import { findVersion, type StoredVersion, versionsOf } from './store.ts'

const summary = (row: Omit<StoredVersion, 'body'>): RuleVersionSummary => ({
  ruleId: row.rule_id,
  version: row.version,
  name: row.name,
  status: row.status,
  publishedBy: row.published_by_name,
  publishedAt: row.published_at.toISOString(),
})

const isSeen = (
  reader: RuleReader,
  routing: boolean,
  row: Pick<StoredVersion, 'environment_id' | 'type'> | undefined | null,
): boolean => row != null && (row.type === 'routing') === routing && chainOf(reader).includes(row.environment_id)

/**
 * One page of the publishes of a rule of the environment or of an ancestor, a deleted one included. @throws Missing
 * when it was never published
 */
export async function readHistory(
  db: Kysely<Database>,
  reader: RuleReader,
  routing: boolean,
  { ruleId, before, limit }: { ruleId: string; before?: number | undefined; limit: number },
): Promise<{ versions: RuleVersionSummary[]; next: number | null }> {
  const rows = await versionsOf(db, ruleId, before, limit)
  const page = rows.slice(0, limit)
  if (!isSeen(reader, routing, rows[0])) {
    // Past the last page of a rule that is seen there is nothing; of another one there is nothing to be said.
    if (rows[0] === undefined && before !== undefined && isSeen(reader, routing, await findVersion(db, ruleId, 1)))
      return { versions: [], next: null }
    throw new Missing('There is no such published rule in this environment.')
  }
  return { versions: page.map(summary), next: rows.length > limit ? (page.at(-1)?.version ?? null) : null }
}

/** One publish with all that it published. @throws Missing */
export async function readVersion(
  db: Kysely<Database>,
  reader: RuleReader,
  routing: boolean,
  ruleId: string,
  version: number,
): Promise<RuleVersion> {
  const row = await findVersion(db, ruleId, version)
  if (row === null || !isSeen(reader, routing, row))
    throw new Missing('There is no such version of a rule in this environment.')
  return { ...summary(row), body: row.body }
}
