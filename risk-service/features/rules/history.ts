import type { RuleVersion, RuleVersionSummary } from '../../contract/index.ts'
import { environmentChain } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { type RuleReader } from './rules.ts'
import { findRuleVersion, loadRuleVersions, type StoredRuleVersion } from './version-store.ts'

const summary = (row: Omit<StoredRuleVersion, 'body'>): RuleVersionSummary => ({
  ruleId: row.rule_id,
  version: row.version,
  name: row.name,
  status: row.status,
  publishedBy: row.published_by_name,
  publishedAt: row.published_at.toISOString(),
})

const isVisible = (
  reader: RuleReader,
  routing: boolean,
  row: Pick<StoredRuleVersion, 'environment_id' | 'type'> | undefined | null,
): boolean =>
  row != null && (row.type === 'routing') === routing && environmentChain(reader).includes(row.environment_id)

/**
 * Loads a page of the versions of a rule of the environment or of an ancestor; the rule may be deleted. @throws
 * NotFoundError when the rule was never published
 */
export async function loadRuleHistory(
  db: Db,
  reader: RuleReader,
  routing: boolean,
  { ruleId, before, limit }: { ruleId: string; before?: number | undefined; limit: number },
): Promise<{ versions: RuleVersionSummary[]; next: number | null }> {
  const rows = await loadRuleVersions(db, ruleId, before, limit)
  const page = rows.slice(0, limit)
  if (!isVisible(reader, routing, rows[0])) {
    // Past the last page of a visible rule the result is empty; a rule that the caller may not see is not found.
    if (
      rows[0] === undefined &&
      before !== undefined &&
      isVisible(reader, routing, await findRuleVersion(db, ruleId, 1))
    )
      return { versions: [], next: null }
    throw new NotFoundError('There is no such published rule in this environment.')
  }
  return { versions: page.map(summary), next: rows.length > limit ? (page.at(-1)?.version ?? null) : null }
}

/** Loads a version of a rule with everything that it published. @throws NotFoundError */
export async function loadRuleVersion(
  db: Db,
  reader: RuleReader,
  routing: boolean,
  ruleId: string,
  version: number,
): Promise<RuleVersion> {
  const row = await findRuleVersion(db, ruleId, version)
  if (row === null || !isVisible(reader, routing, row))
    throw new NotFoundError('There is no such version of a rule in this environment.')
  return { ...summary(row), body: row.body }
}
