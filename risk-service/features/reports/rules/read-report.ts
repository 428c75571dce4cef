import type { RulesInput } from '../../../contract/reports/rules-report.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { environmentChain } from '../../../kernel/environments/environment-tree.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { filterOf, rangesOf } from '../summary/load-summary.ts'
import type { OfferedScope } from '../summary/report-scope.ts'
import { readClauseTests, readPathFigures, readPaths, readPublishedRules } from './rules-reads.ts'

export type RulesReadCall = Pick<EnvironmentCallContext, 'db' | 'ports' | 'tree'>

/**
 * Reads everything that a report of rules counts, as of one moment: a refresh numbers the paths anew.
 * @throws ValidationError naming the field
 */
export function readRulesReport(call: RulesReadCall, scope: OfferedScope, input: RulesInput, signal?: AbortSignal) {
  const { environmentIds, eventType } = scope
  const filter = filterOf(input, scope)
  // Rules are inherited from the environments above, which may lie between those of the call and of the report.
  const published = environmentIds.flatMap(environmentId => environmentChain({ tree: call.tree, environmentId }))
  return inSnapshot(call.db, async db => {
    const ranges = await rangesOf({ ...call, db }, scope, input)
    const { range, before } = ranges
    return {
      ...ranges,
      paths: await readPaths(db, environmentIds, signal),
      rules: await readPublishedRules(db, published, eventType),
      ...(await readPathFigures(db, filter, { since: before?.from ?? range.from, range }, signal)),
      tests: await readClauseTests(db, filter, range, signal),
    }
  })
}
