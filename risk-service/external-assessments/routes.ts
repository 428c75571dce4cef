import { figuresOfPeriod, performanceOf } from '../external-calls/figures.ts'
import { requirePace } from '../external-calls/pace.ts'
import { usageOf } from '../external-calls/usage.ts'
import { base, inEnvironment, type ConsoleContext, type EnvironmentContext } from '../session/base.ts'
import { createPointer, removePointer, requirePointer, requireTarget, saveConfiguration, targetOf, toAssessment, updatePointer, type PointerEditor } from './assessments.ts'
import { pointersOf, type StoredPointer } from './store.ts'
import { configurationOf, requireOwn, targetsFrom, type Target } from './targets.ts'

type Context = ConsoleContext & EnvironmentContext

const editorOf = ({ ports, principal, actorRoles, correlationId, tree }: Context, environmentId: string): PointerEditor =>
  ({ ports, principal, roles: actorRoles, correlationId, environmentId, tree })

async function shown({ db, tree }: Context, pointer: StoredPointer, known?: readonly Target[]) {
  const targets = known ?? await targetsFrom(db, tree, pointer.environment_id)
  return toAssessment(pointer, targetOf(targets, pointer.body), await usageOf(db, tree, pointer.environment_id, { kind: 'externalAssessment', name: pointer.name }))
}

/** Rules are compiled anew only when names are others; targets are read in any case. */
async function takeOver({ calls, engine }: Context, environmentId: string): Promise<void> {
  const before = calls.signature(environmentId)
  await calls.reload(environmentId)
  if (calls.signature(environmentId) !== before) await engine.reloadRules(environmentId)
}

export const externalAssessmentRoutes = {
  list: base.externalAssessments.list.use(inEnvironment).handler(async ({ context, input }) => {
    const { db, tree, calls, ports } = context
    await calls.flush()
    const figures = await figuresOfPeriod(db, input.environmentId, input.period, ports.clock())
    const targets = await targetsFrom(db, tree, input.environmentId)
    return Promise.all((await pointersOf(db, input.environmentId)).map(async pointer => ({ ...await shown(context, pointer, targets), figures: figures(pointer.id) })))
  }),
  targets: base.externalAssessments.targets.use(inEnvironment).handler(async ({ context, input }) =>
    (await targetsFrom(context.db, context.tree, input.environmentId)).map(({ sample: _sample, ...target }) => target)),
  configuration: base.externalAssessments.configuration.use(inEnvironment).handler(async ({ context, input }) =>
    configurationOf((await requireOwn(context.db, input.environmentId, input.eventType)).settings)),
  saveConfiguration: base.externalAssessments.saveConfiguration.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const saved = await context.db.transaction().execute(trx => saveConfiguration(trx, editor, input.eventType, input))
    await context.calls.reload()
    return saved
  }),
  get: base.externalAssessments.get.use(inEnvironment).handler(async ({ context, input }) => shown(context, await requirePointer(context.db, input.environmentId, input.assessmentId))),
  create: base.externalAssessments.create.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const pointer = await context.db.transaction().execute(trx => createPointer(trx, editor, input.assessmentId, input.body))
    await takeOver(context, input.environmentId)
    return shown(context, pointer)
  }),
  update: base.externalAssessments.update.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const pointer = await context.db.transaction().execute(trx => updatePointer(trx, editor, input.assessmentId, input.body, input.baseVersion))
    await takeOver(context, input.environmentId)
    return shown(context, pointer)
  }),
  remove: base.externalAssessments.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const deleted = await context.db.transaction().execute(trx => removePointer(trx, editor, input.assessmentId))
    await takeOver(context, input.environmentId)
    return { deleted }
  }),
  test: base.externalAssessments.test.use(inEnvironment).handler(async ({ context, input }) => {
    const { db, tree, calls, principal, ports, correlationId } = context
    const target = await requireTarget(db, tree, input.environmentId, input.body)
    requirePace(principal.id, ports.clock())
    const { error, message, status, latencyMs, sent, response } = await calls.tryAssessment(input.body.target, target.sample, correlationId)
    return { ok: error === null, httpStatusCode: status, latencyMs, errorType: error, errorMessage: message, request: { method: 'POST' as const, ...sent }, response }
  }),
  dependents: base.externalAssessments.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const pointer = await requirePointer(context.db, input.environmentId, input.assessmentId)
    return (await usageOf(context.db, context.tree, input.environmentId, { kind: 'externalAssessment', name: pointer.name })).dependents
  }),
  performance: base.externalAssessments.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requirePointer(context.db, input.environmentId, input.assessmentId)
    await context.calls.flush()
    return performanceOf(context.db, input.environmentId, input.assessmentId, input, context.ports.clock())
  }),
}
