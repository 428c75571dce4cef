import {
  type FunctionBody,
  productionBranch,
  type RuleOverview,
  ruleLimits,
  type VelocitySetBody,
} from '../../contract/index.ts'
import { functionKeysOf } from '../../fql/check/references.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { environmentChain } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'
import { findUnusedResources } from '../usage/unused-resources.ts'
import { loadDrafts } from './draft-store.ts'
import { type RuleReader } from './rules.ts'
import { loadPublishedRules } from './store.ts'

/** Share of a limit from which on it is nearly reached. */
const nearLimitShare = 0.9

/** Loads the setup of the rules of every assessment of an environment. */
export async function loadRuleOverview(
  db: Db,
  reader: RuleReader,
  engine: Pick<RuleEngine, 'assessments' | 'checkRule' | 'checkVelocitySet' | 'checkFunction'>,
): Promise<RuleOverview[]> {
  const { environmentId, now } = reader
  const chain = environmentChain(reader)
  const types = ['decision', 'postDecision'] as const
  const [rules, drafts, settings, branches, experiments, sets, functionRows, unused] = await Promise.all([
    loadPublishedRules(db, { environmentIds: chain, types, branch: productionBranch }),
    loadDrafts(db, reader.personId, { environmentIds: [environmentId], types }),
    db.selectFrom('rule_setting').selectAll().where('environment_id', 'in', chain).execute(),
    db.selectFrom('rule_branch').select(['event_type', 'id']).where('environment_id', '=', environmentId).execute(),
    db
      .selectFrom('rule_experiment')
      .select(['event_type', 'name'])
      .where('environment_id', '=', environmentId)
      .where('stopped_at', 'is', null)
      .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .execute(),
    db
      .selectFrom('velocity_set')
      .select(['id', 'name', 'body'])
      .where('environment_id', '=', environmentId)
      .where('status', '=', 'active')
      .execute(),
    db.selectFrom('function').select(['id', 'name', 'body']).where('environment_id', '=', environmentId).execute(),
    findUnusedResources(db, reader.tree, environmentId),
  ])
  const isMissing = ({ code, severity }: { code: string; severity: string }) =>
    severity === 'error' && (code === 'FQL2007' || code === 'FQL2001')
  const brokenResources: string[] = []
  for (const { id, name, body } of sets)
    if ((await engine.checkVelocitySet({ environmentId, id, body: body as VelocitySetBody })).some(isMissing))
      brokenResources.push(name)
  for (const { id, name, body } of functionRows)
    if ((await engine.checkFunction({ environmentId, id, body: body as FunctionBody })).some(isMissing))
      brokenResources.push(name)
  return Promise.all(
    engine.assessments(environmentId).map(async (assessment, index): Promise<RuleOverview> => {
      const { key } = assessment
      const all = rules.filter(rule => rule.event_type === key)
      const own = all.filter(rule => rule.environment_id === environmentId)
      const decisions = own.filter(rule => rule.type === 'decision')
      const active = decisions.filter(rule => rule.status === 'active')
      const inherited = all.filter(
        rule => rule.environment_id !== environmentId && rule.type === 'decision' && rule.status === 'active',
      )
      const setting = settings.find(row => row.environment_id === environmentId && row.event_type === key)
      const first = settings.filter(
        row => row.event_type === key && row.evaluation === 'first' && row.environment_id !== environmentId,
      )
      const functions = new Set(own.flatMap(rule => functionKeysOf(rule.body)))
      const branchCount = branches.filter(row => row.event_type === key).length + 1
      const last = own.toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime())[0]
      // Warnings about the environment, and not an assessment, appear once.
      const missing = new Set<string>(index === 0 ? brokenResources : [])
      for (const rule of own) {
        if (rule.status !== 'active') continue
        const problems = await engine.checkRule(environmentId, key, rule.body, rule.type)
        if (problems.some(problem => problem.code === 'FQL2007')) missing.add(rule.name)
      }
      const limits = [
        ['rules', own.length, ruleLimits.rules],
        ['functions', functions.size, ruleLimits.functions],
        ['branches', branchCount, ruleLimits.branches],
      ] as const
      const reached = limits.filter(([, used, most]) => used >= most * nearLimitShare).map(([name]) => name)
      const warning = (code: RuleOverview['warnings'][number]['code'], names: readonly string[], when: boolean) =>
        when ? [{ code, names: [...names] }] : []
      return {
        eventType: key,
        assessmentId: assessment.id,
        name: assessment.name,
        kind: assessment.kind,
        sections: [...assessment.sections],
        actions: assessment.actions,
        evaluation: setting?.evaluation ?? 'all',
        active: active.length,
        inactive: decisions.length - active.length,
        myDrafts: drafts.filter(draft => draft.event_type === key).length,
        activeActions: own.filter(rule => rule.type === 'postDecision' && rule.status === 'active').length,
        branches: { used: branchCount, most: ruleLimits.branches },
        rules: { used: own.length, most: ruleLimits.rules },
        functions: { used: functions.size, most: ruleLimits.functions },
        experiment: experiments.find(row => row.event_type === key)?.name ?? null,
        payloadEdited: setting?.payload != null,
        settingsUpdatedAt: setting === undefined || setting.version === 0 ? null : setting.updated_at.toISOString(),
        inherited: inherited.length,
        publishedBy: last?.published_by_name ?? null,
        publishedAt: last?.published_at.toISOString() ?? null,
        warnings: [
          ...warning('noActiveRule', [], assessment.kind === 'legacyCustom' && active.length + inherited.length === 0),
          ...warning(
            'chainEndsAbove',
            first.map(row => reader.tree.get(row.environment_id)?.friendlyName ?? ''),
            first.length > 0,
          ),
          ...warning('missingReference', [...missing], missing.size > 0),
          ...warning('limitNear', reached, reached.length > 0),
          ...(index === 0 && unused.length > 0
            ? [{ code: 'unused' as const, names: unused.map(({ name }) => name), resources: unused }]
            : []),
        ],
      }
    }),
  )
}
