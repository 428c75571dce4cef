import { base, inEnvironment } from '../session/base.ts'
import { requireBranch } from './branches.ts'
import { type Context, publisherOf, readerOf } from './context.ts'
import { dependenciesOf, dependentsOf } from './dependents.ts'
import { createRule, discardDraft, restoreVersion, saveDraft } from './drafts.ts'
import { readHistory, readVersion } from './history.ts'
import { readOverview } from './overview.ts'
import { publishRule, removeRule, renameRule, reorderRules, setRuleStatus } from './publish.ts'
import { listRules, readRule, triedRule } from './rules.ts'
import { readSettings, type SettingsChange, saveSettings } from './settings.ts'
import { requireAssessment, requireType } from './sound.ts'
import type { RuleSetKey } from './store.ts'

/**
 * The set that a call names. @throws Missing for an assessment or a branch that is not there, RefusedValue for a type
 * that the assessment does not have
 */
async function namedSet(context: Context, { environmentId, eventType, branch, type }: RuleSetKey): Promise<RuleSetKey> {
  const set = { environmentId, eventType, branch, type }
  requireType(context.engine, set)
  await requireBranch(context.db, environmentId, eventType, branch)
  return set
}

async function changeSettings(
  context: Context,
  { environmentId, eventType, baseVersion }: { environmentId: string; eventType: string; baseVersion: number },
  change: SettingsChange,
) {
  await saveSettings(publisherOf(context, environmentId), eventType, change, baseVersion)
  return readSettings(context.db, readerOf(context, environmentId), context.engine, eventType)
}

export const ruleRoutes = {
  overview: base.rules.overview
    .use(inEnvironment)
    .handler(({ context, input }) => readOverview(context.db, readerOf(context, input.environmentId), context.engine)),
  list: base.rules.list.use(inEnvironment).handler(async ({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    await requireBranch(context.db, input.environmentId, input.eventType, input.branch)
    return listRules(context.db, readerOf(context, input.environmentId), input)
  }),
  vocabulary: base.rules.vocabulary.use(inEnvironment).handler(({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    return context.engine.vocabulary(input.environmentId, input.eventType)
  }),
  settings: base.rules.settings
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readSettings(context.db, readerOf(context, input.environmentId), context.engine, input.eventType),
    ),
  saveEvaluation: base.rules.saveEvaluation
    .use(inEnvironment)
    .handler(({ context, input }) => changeSettings(context, input, { evaluation: input.evaluation })),
  savePayload: base.rules.savePayload
    .use(inEnvironment)
    .handler(({ context, input }) => changeSettings(context, input, { payload: input.payload })),
  revertPayload: base.rules.revertPayload
    .use(inEnvironment)
    .handler(({ context, input }) => changeSettings(context, input, { payload: null })),
  get: base.rules.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readRule(context.db, readerOf(context, input.environmentId), false, input.ruleId, input.eventType),
    ),
  create: base.rules.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      createRule(publisherOf(context, input.environmentId), await namedSet(context, input), input.body),
    ),
  saveDraft: base.rules.saveDraft
    .use(inEnvironment)
    .handler(({ context, input }) => saveDraft(publisherOf(context, input.environmentId), input.ruleId, input.body)),
  discardDraft: base.rules.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardDraft(publisherOf(context, input.environmentId), input.ruleId),
  })),
  publish: base.rules.publish
    .use(inEnvironment)
    .handler(({ context, input }) => publishRule(publisherOf(context, input.environmentId), input)),
  setStatus: base.rules.setStatus
    .use(inEnvironment)
    .handler(({ context, input }) =>
      setRuleStatus(publisherOf(context, input.environmentId), input.ruleId, input.status),
    ),
  rename: base.rules.rename
    .use(inEnvironment)
    .handler(({ context, input }) => renameRule(publisherOf(context, input.environmentId), input.ruleId, input.name)),
  reorder: base.rules.reorder.use(inEnvironment).handler(async ({ context, input }) => {
    await reorderRules(publisherOf(context, input.environmentId), await namedSet(context, input), input.ruleIds)
    return listRules(context.db, readerOf(context, input.environmentId), input)
  }),
  remove: base.rules.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeRule(publisherOf(context, input.environmentId), input.ruleId),
  })),
  evaluate: base.rules.evaluate.use(inEnvironment).handler(async ({ context, input }) => {
    requireType(context.engine, { ...input, branch: '' })
    const { environmentId, body, type } = await triedRule(
      context.db,
      readerOf(context, input.environmentId),
      false,
      input,
    )
    return context.engine.evaluate(environmentId, input.eventType, body, type)
  }),
  history: base.rules.history
    .use(inEnvironment)
    .handler(({ context, input }) => readHistory(context.db, readerOf(context, input.environmentId), false, input)),
  version: base.rules.version
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readVersion(context.db, readerOf(context, input.environmentId), false, input.ruleId, input.version),
    ),
  restore: base.rules.restore
    .use(inEnvironment)
    .handler(({ context, input }) =>
      restoreVersion(publisherOf(context, input.environmentId), input.ruleId, input.version, input.overwrite),
    ),
  dependencies: base.rules.dependencies
    .use(inEnvironment)
    .handler(({ context, input }) => dependenciesOf(context.db, readerOf(context, input.environmentId), input.ruleId)),
  dependents: base.rules.dependents
    .use(inEnvironment)
    .handler(({ context, input }) => dependentsOf(context.db, context.tree, input.environmentId, input)),
}
