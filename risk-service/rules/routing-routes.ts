import { productionBranch, systemQueue } from '../contract/index.ts'
import { base, inEnvironment } from '../session/base.ts'
import { publisherOf, readerOf } from './context.ts'
import { createRule, discardDraft, restoreVersion, saveDraft } from './drafts.ts'
import { readHistory, readVersion } from './history.ts'
import { publishRule, removeRule, renameRule, reorderRules, setRuleStatus } from './publish.ts'
import { listRules, readRule, triedRule } from './rules.ts'
import { requireAssessment } from './sound.ts'
import type { RuleSetKey } from './store.ts'

const setOf = (environmentId: string, eventType: string): RuleSetKey => ({
  environmentId,
  eventType,
  branch: productionBranch,
  type: 'routing',
})

export const routingRuleRoutes = {
  list: base.routingRules.list
    .use(inEnvironment)
    .handler(({ context, input }) => listRules(context.db, readerOf(context, input.environmentId), 'routing')),
  vocabulary: base.routingRules.vocabulary.use(inEnvironment).handler(({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    return context.engine.vocabulary(input.environmentId, input.eventType, 'routing')
  }),
  assessments: base.routingRules.assessments.use(inEnvironment).handler(({ context, input }) =>
    context.engine.assessments(input.environmentId).map(({ key, name, kind, payload, sections }) => ({
      eventType: key,
      name,
      kind,
      payload,
      botScore: sections.includes('postBot'),
    })),
  ),
  queues: base.routingRules.queues.use(inEnvironment).handler(({ context, input }) => ({
    names: [...context.engine.queues(input.environmentId)],
    otherwise: systemQueue,
  })),
  get: base.routingRules.get
    .use(inEnvironment)
    .handler(({ context, input }) => readRule(context.db, readerOf(context, input.environmentId), true, input.ruleId)),
  create: base.routingRules.create.use(inEnvironment).handler(({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    return createRule(
      publisherOf(context, input.environmentId, true),
      setOf(input.environmentId, input.eventType),
      input.body,
    )
  }),
  saveDraft: base.routingRules.saveDraft
    .use(inEnvironment)
    .handler(({ context, input }) =>
      saveDraft(publisherOf(context, input.environmentId, true), input.ruleId, input.body),
    ),
  discardDraft: base.routingRules.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardDraft(publisherOf(context, input.environmentId, true), input.ruleId),
  })),
  publish: base.routingRules.publish
    .use(inEnvironment)
    .handler(({ context, input }) => publishRule(publisherOf(context, input.environmentId, true), input)),
  setStatus: base.routingRules.setStatus
    .use(inEnvironment)
    .handler(({ context, input }) =>
      setRuleStatus(publisherOf(context, input.environmentId, true), input.ruleId, input.status),
    ),
  rename: base.routingRules.rename
    .use(inEnvironment)
    .handler(({ context, input }) =>
      renameRule(publisherOf(context, input.environmentId, true), input.ruleId, input.name),
    ),
  reorder: base.routingRules.reorder.use(inEnvironment).handler(async ({ context, input }) => {
    await reorderRules(
      publisherOf(context, input.environmentId, true),
      setOf(input.environmentId, 'routing'),
      input.ruleIds,
    )
    return listRules(context.db, readerOf(context, input.environmentId), 'routing')
  }),
  remove: base.routingRules.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeRule(publisherOf(context, input.environmentId, true), input.ruleId),
  })),
  evaluate: base.routingRules.evaluate.use(inEnvironment).handler(async ({ context, input }) => {
    requireAssessment(context.engine, input.environmentId, input.eventType)
    const { environmentId, body } = await triedRule(context.db, readerOf(context, input.environmentId), true, {
      ...input,
      type: 'routing',
    })
    return context.engine.evaluateRouting(environmentId, input.eventType, body)
  }),
  history: base.routingRules.history
    .use(inEnvironment)
    .handler(({ context, input }) => readHistory(context.db, readerOf(context, input.environmentId), true, input)),
  version: base.routingRules.version
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readVersion(context.db, readerOf(context, input.environmentId), true, input.ruleId, input.version),
    ),
  restore: base.routingRules.restore
    .use(inEnvironment)
    .handler(({ context, input }) =>
      restoreVersion(publisherOf(context, input.environmentId, true), input.ruleId, input.version, input.overwrite),
    ),
}
