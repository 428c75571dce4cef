import { base, inEnvironment, type ConsoleContext, type EnvironmentContext } from '../session/base.ts'
import { createRule, discardDraft, saveDraft } from './drafts.ts'
import { publishRule, removeRule, reorderRules, setRuleStatus, type Publisher } from './publish.ts'
import { listRules, readRule, type RuleReader } from './rules.ts'

type Context = ConsoleContext & EnvironmentContext

const readerOf = (context: Context, environmentId: string): RuleReader => ({
  environmentId, scope: context.scope, tree: context.tree, personId: context.principal.id, now: context.ports.clock(),
})
const publisherOf = (context: Context, environmentId: string): Publisher => ({
  ports: context.ports, principal: context.principal, environmentId, engine: context.engine, roles: context.actorRoles, correlationId: context.correlationId,
})

export const ruleRoutes = {
  list: base.rules.list.use(inEnvironment).handler(({ context, input }) => listRules(context.db, readerOf(context, input.environmentId), input.eventType)),
  vocabulary: base.rules.vocabulary.use(inEnvironment).handler(({ context, input }) => context.engine.vocabulary(input.eventType)),
  get: base.rules.get.use(inEnvironment).handler(({ context, input }) => readRule(context.db, readerOf(context, input.environmentId), input.eventType, input.ruleId)),
  create: base.rules.create.use(inEnvironment).handler(({ context, input }) => createRule(publisherOf(context, input.environmentId), input.eventType, input.body)),
  saveDraft: base.rules.saveDraft.use(inEnvironment).handler(({ context, input }) => saveDraft(publisherOf(context, input.environmentId), input.ruleId, input.body)),
  discardDraft: base.rules.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardDraft(publisherOf(context, input.environmentId), input.ruleId),
  })),
  publish: base.rules.publish.use(inEnvironment).handler(({ context, input }) => publishRule(publisherOf(context, input.environmentId), input)),
  setStatus: base.rules.setStatus.use(inEnvironment).handler(({ context, input }) => setRuleStatus(publisherOf(context, input.environmentId), input.ruleId, input.status)),
  reorder: base.rules.reorder.use(inEnvironment).handler(async ({ context, input }) => {
    await reorderRules(publisherOf(context, input.environmentId), input.eventType, input.ruleIds)
    const rules = await listRules(context.db, readerOf(context, input.environmentId), input.eventType)
    return rules
  }),
  remove: base.rules.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeRule(publisherOf(context, input.environmentId), input.ruleId),
  })),
  evaluate: base.rules.evaluate.use(inEnvironment).handler(({ context, input }) => context.engine.evaluate(input.environmentId, input.eventType, input.body)),
}
