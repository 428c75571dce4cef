import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../../kernel/console-api/procedures.ts'
import { findDependents } from '../../usage/dependents.ts'
import { requireBranch } from '../branches/branches.ts'
import { findDependencies } from '../dependencies.ts'
import { loadRuleHistory, loadRuleVersion } from '../history.ts'
import { createRule, discardDraft, restoreVersion, saveDraft } from '../lifecycle/drafts.ts'
import { publishRule, removeRule, renameRule, setRuleStatus } from '../lifecycle/publish.ts'
import { reorderRules } from '../lifecycle/run-order.ts'
import { loadRuleOverview } from '../overview.ts'
import { assertRuleType, requireAssessment } from '../rule-validation.ts'
import { listRules, loadRule, requireRuleForTrial } from '../rules.ts'
import { loadRuleSettings, type RuleSettingsChange, saveRuleSettings } from '../settings.ts'
import type { RuleSetKey } from '../store.ts'
import { ruleContextOf, ruleReaderOf } from './action-context.ts'

/**
 * Returns the set that a call names. @throws NotFoundError for an unknown assessment or branch, ValidationError for a
 * type that the assessment does not have
 */
async function requireRuleSet(
  context: EnvironmentCallContext,
  { environmentId, eventType, branch, type }: RuleSetKey,
): Promise<RuleSetKey> {
  const set = { environmentId, eventType, branch, type }
  assertRuleType(context.engine, set)
  await requireBranch(context.db, environmentId, eventType, branch)
  return set
}

async function changeSettings(
  context: EnvironmentCallContext,
  { environmentId, eventType, baseVersion }: { environmentId: string; eventType: string; baseVersion: number },
  change: RuleSettingsChange,
) {
  await saveRuleSettings(ruleContextOf(context, environmentId), eventType, change, baseVersion)
  return loadRuleSettings(context.db, ruleReaderOf(context, environmentId), context.engine, eventType)
}

export const ruleRoutes = {
  overview: procedures.rules.overview
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRuleOverview(context.db, ruleReaderOf(context, input.environmentId), context.engine),
    ),
  list: procedures.rules.list.use(inEnvironment).handler(async ({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    await requireBranch(context.db, input.environmentId, input.eventType, input.branch)
    return listRules(context.db, ruleReaderOf(context, input.environmentId), input)
  }),
  vocabulary: procedures.rules.vocabulary.use(inEnvironment).handler(({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    return context.engine.vocabulary(input.environmentId, input.eventType)
  }),
  settings: procedures.rules.settings
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRuleSettings(context.db, ruleReaderOf(context, input.environmentId), context.engine, input.eventType),
    ),
  saveEvaluation: procedures.rules.saveEvaluation
    .use(inEnvironment)
    .handler(({ context, input }) => changeSettings(context, input, { evaluation: input.evaluation })),
  savePayload: procedures.rules.savePayload
    .use(inEnvironment)
    .handler(({ context, input }) => changeSettings(context, input, { payload: input.payload })),
  revertPayload: procedures.rules.revertPayload
    .use(inEnvironment)
    .handler(({ context, input }) => changeSettings(context, input, { payload: null })),
  get: procedures.rules.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRule(context.db, ruleReaderOf(context, input.environmentId), false, input.ruleId, input.eventType),
    ),
  create: procedures.rules.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      createRule(ruleContextOf(context, input.environmentId), await requireRuleSet(context, input), input.body),
    ),
  saveDraft: procedures.rules.saveDraft
    .use(inEnvironment)
    .handler(({ context, input }) => saveDraft(ruleContextOf(context, input.environmentId), input.ruleId, input.body)),
  discardDraft: procedures.rules.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardDraft(ruleContextOf(context, input.environmentId), input.ruleId),
  })),
  publish: procedures.rules.publish
    .use(inEnvironment)
    .handler(({ context, input }) => publishRule(ruleContextOf(context, input.environmentId), input)),
  setStatus: procedures.rules.setStatus
    .use(inEnvironment)
    .handler(({ context, input }) =>
      setRuleStatus(ruleContextOf(context, input.environmentId), input.ruleId, input.status),
    ),
  rename: procedures.rules.rename
    .use(inEnvironment)
    .handler(({ context, input }) => renameRule(ruleContextOf(context, input.environmentId), input.ruleId, input.name)),
  reorder: procedures.rules.reorder.use(inEnvironment).handler(async ({ context, input }) => {
    await reorderRules(
      ruleContextOf(context, input.environmentId),
      await requireRuleSet(context, input),
      input.ruleIds,
      input.before,
    )
    return listRules(context.db, ruleReaderOf(context, input.environmentId), input)
  }),
  remove: procedures.rules.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeRule(ruleContextOf(context, input.environmentId), input.ruleId),
  })),
  evaluate: procedures.rules.evaluate
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input }) => {
      assertRuleType(context.engine, { ...input, branch: '' })
      const { environmentId, body, type } = await requireRuleForTrial(
        context.db,
        ruleReaderOf(context, input.environmentId),
        false,
        input,
      )
      return context.engine.evaluate(environmentId, input.eventType, body, type)
    }),
  history: procedures.rules.history
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRuleHistory(context.db, ruleReaderOf(context, input.environmentId), false, input),
    ),
  version: procedures.rules.version
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRuleVersion(context.db, ruleReaderOf(context, input.environmentId), false, input.ruleId, input.version),
    ),
  restore: procedures.rules.restore
    .use(inEnvironment)
    .handler(({ context, input }) =>
      restoreVersion(ruleContextOf(context, input.environmentId), input.ruleId, input.version, input.overwrite),
    ),
  dependencies: procedures.rules.dependencies
    .use(inEnvironment)
    .handler(({ context, input }) =>
      findDependencies(context.db, ruleReaderOf(context, input.environmentId), input.ruleId),
    ),
  dependents: procedures.rules.dependents
    .use(inEnvironment)
    .handler(({ context, input }) => findDependents(context.db, context.tree, input.environmentId, input)),
}
