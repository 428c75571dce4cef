import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { AttributeValues, SummaryInput } from '../../../contract/reports/reports.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { environmentChain } from '../../../kernel/environments/environment-tree.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { byVolume } from '../model/tables/rule-tables.ts'
import { sumOf } from '../model/volumes/volume.ts'
import { loadAttributeValues } from '../summary/load-summary.ts'
import { type ReportCall, type ReportScope, reportScopeOf } from '../summary/report-scope.ts'
import { RuleNames } from './path-records.ts'
import { type DecidedClause, readDecidedClauses, readPaths, readPublishedRules } from './rules-reads.ts'

type FilterCall = ReportCall & Pick<EnvironmentCallContext, 'tree'>
type FilteredInput = Pick<SummaryInput, 'environmentId' | 'environmentIds' | 'assessment'>

/**
 * Returns the values by which reports can be filtered: those of attributes, and the rules and clauses that decided.
 * @throws ValidationError naming the field, NotFoundError or ConflictError for the assessment
 */
export async function loadFilterValues(
  call: FilterCall,
  input: FilteredInput,
  signal?: AbortSignal,
): Promise<AttributeValues> {
  return {
    ...(await loadAttributeValues(call, input, signal)),
    rules: await loadDecisionRules(call, reportScopeOf(call, input), signal),
  }
}

async function loadDecisionRules(
  { db, tree }: FilterCall,
  { environmentIds, eventType }: ReportScope,
  signal?: AbortSignal,
): Promise<AttributeValues['rules']> {
  const published = environmentIds.flatMap(environmentId => environmentChain({ tree, environmentId }))
  const { clauses, paths, rules } = await inSnapshot(db, async trx => ({
    clauses: await readDecidedClauses(trx, { environmentIds, eventType }, signal),
    paths: await readPaths(trx, environmentIds, signal),
    rules: await readPublishedRules(trx, published, eventType),
  }))
  const names = new RuleNames(rules, paths)
  const found = [...Map.groupBy(clauses, ({ rule_id }) => rule_id)].map(([ruleId, own]) => ({
    ruleId,
    name: names.describe(ruleId).name,
    volume: countOf(own),
    clauses: byVolume(
      [...Map.groupBy(own, ({ clause }) => clause)].map(([clause, some]) => ({ clause, volume: countOf(some) })),
      ({ clause }) => clause,
    ).map(({ clause, volume }) => ({ clause, count: volume })),
  }))
  return byVolume(found, ({ name, ruleId }) => `${name} ${ruleId}`)
    .slice(0, reportsLimits.values)
    .map(({ volume, ...rule }) => ({ ...rule, count: volume }))
}

const countOf = (clauses: readonly DecidedClause[]): number => sumOf(clauses.map(({ events }) => events))
