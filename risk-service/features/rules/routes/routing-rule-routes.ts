import { productionBranch, systemQueue } from '../../../contract/index.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../../kernel/console-api/procedures.ts'
import { loadRuleHistory, loadRuleVersion } from '../history.ts'
import { createRule, discardDraft, restoreVersion, saveDraft } from '../lifecycle/drafts.ts'
import { publishRule, removeRule, renameRule, setRuleStatus } from '../lifecycle/publish.ts'
import { reorderRules } from '../lifecycle/run-order.ts'
import { requireAssessment } from '../rule-validation.ts'
import { listRules, loadRule, requireRuleForTrial } from '../rules.ts'
import type { RuleSetKey } from '../store.ts'
import { ruleContextOf, ruleReaderOf } from './action-context.ts'

const setOf = (environmentId: string, eventType: string): RuleSetKey => ({
  environmentId,
  eventType,
  branch: productionBranch,
  type: 'routing',
})

export const routingRuleRoutes = {
  list: procedures.routingRules.list
    .use(inEnvironment)
    .handler(({ context, input }) => listRules(context.db, ruleReaderOf(context, input.environmentId), 'routing')),
  vocabulary: procedures.routingRules.vocabulary.use(inEnvironment).handler(({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    return context.engine.vocabulary(input.environmentId, input.eventType, 'routing')
  }),
  assessments: procedures.routingRules.assessments.use(inEnvironment).handler(({ context, input }) =>
    context.engine.assessments(input.environmentId).map(({ key, name, kind, payload, sections }) => ({
      eventType: key,
      name,
      kind,
      payload,
      botScore: sections.includes('postBot'),
    })),
  ),
  queues: procedures.routingRules.queues.use(inEnvironment).handler(({ context, input }) => ({
    names: [...context.engine.queues(input.environmentId)],
    otherwise: systemQueue,
  })),
  get: procedures.routingRules.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRule(context.db, ruleReaderOf(context, input.environmentId), true, input.ruleId),
    ),
  create: procedures.routingRules.create.use(inEnvironment).handler(({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    return createRule(
      ruleContextOf(context, input.environmentId, true),
      setOf(input.environmentId, input.eventType),
      input.body,
    )
  }),
  saveDraft: procedures.routingRules.saveDraft
    .use(inEnvironment)
    .handler(({ context, input }) =>
      saveDraft(ruleContextOf(context, input.environmentId, true), input.ruleId, input.body),
    ),
  discardDraft: procedures.routingRules.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardDraft(ruleContextOf(context, input.environmentId, true), input.ruleId),
  })),
  publish: procedures.routingRules.publish
    .use(inEnvironment)
    .handler(({ context, input }) => publishRule(ruleContextOf(context, input.environmentId, true), input)),
  setStatus: procedures.routingRules.setStatus
    .use(inEnvironment)
    .handler(({ context, input }) =>
      setRuleStatus(ruleContextOf(context, input.environmentId, true), input.ruleId, input.status),
    ),
  rename: procedures.routingRules.rename
    .use(inEnvironment)
    .handler(({ context, input }) =>
      renameRule(ruleContextOf(context, input.environmentId, true), input.ruleId, input.name),
    ),
  reorder: procedures.routingRules.reorder.use(inEnvironment).handler(async ({ context, input }) => {
    await reorderRules(
      ruleContextOf(context, input.environmentId, true),
      setOf(input.environmentId, 'routing'),
      input.ruleIds,
      input.before,
    )
    return listRules(context.db, ruleReaderOf(context, input.environmentId), 'routing')
  }),
  remove: procedures.routingRules.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeRule(ruleContextOf(context, input.environmentId, true), input.ruleId),
  })),
  evaluate: procedures.routingRules.evaluate
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input }) => {
      requireAssessment(context.engine, input.environmentId, input.eventType)
      const { environmentId, body } = await requireRuleForTrial(
        context.db,
        ruleReaderOf(context, input.environmentId),
        true,
        {
          ...input,
          type: 'routing',
        },
      )
      return context.engine.evaluateRouting(environmentId, input.eventType, body)
    }),
  history: procedures.routingRules.history
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRuleHistory(context.db, ruleReaderOf(context, input.environmentId), true, input),
    ),
  version: procedures.routingRules.version
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadRuleVersion(context.db, ruleReaderOf(context, input.environmentId), true, input.ruleId, input.version),
    ),
  restore: procedures.routingRules.restore
    .use(inEnvironment)
    .handler(({ context, input }) =>
      restoreVersion(ruleContextOf(context, input.environmentId, true), input.ruleId, input.version, input.overwrite),
    ),
}
