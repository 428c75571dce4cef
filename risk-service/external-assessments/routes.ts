import { type Context, changeCalls, currentFigures, currentPerformance, toTest } from '../external-calls/around.ts'
import { requirePace } from '../external-calls/pace.ts'
import { usageOf } from '../external-calls/usage.ts'
import { base, inEnvironment } from '../session/base.ts'
import {
  createPointer,
  removePointer,
  requirePointer,
  requireTarget,
  saveConfiguration,
  targetOf,
  toAssessment,
  updatePointer,
} from './assessments.ts'
import { pointersOf, type StoredPointer } from './store.ts'
import { configurationOf, requireOwn, type Target, targetsFrom } from './targets.ts'

async function shown({ db, tree }: Context, pointer: StoredPointer, known?: readonly Target[]) {
  const targets = known ?? (await targetsFrom(db, tree, pointer.environment_id))
  return toAssessment(
    pointer,
    targetOf(targets, pointer.body),
    await usageOf(db, tree, pointer.environment_id, { kind: 'externalAssessment', name: pointer.name }),
  )
}

export const externalAssessmentRoutes = {
  list: base.externalAssessments.list.use(inEnvironment).handler(async ({ context, input }) => {
    const figures = await currentFigures(context, input.environmentId, input.period)
    const targets = await targetsFrom(context.db, context.tree, input.environmentId)
    return Promise.all(
      (await pointersOf(context.db, input.environmentId)).map(async pointer => ({
        ...(await shown(context, pointer, targets)),
        figures: figures(pointer.id),
      })),
    )
  }),
  targets: base.externalAssessments.targets
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      (await targetsFrom(context.db, context.tree, input.environmentId)).map(
        ({ sample: _sample, ...target }) => target,
      ),
    ),
  configuration: base.externalAssessments.configuration
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      configurationOf((await requireOwn(context.db, input.environmentId, input.eventType)).settings),
    ),
  // Others call it, too, from other environments: the calls of all are read anew.
  saveConfiguration: base.externalAssessments.saveConfiguration
    .use(inEnvironment)
    .handler(async ({ context, input }) => {
      const { db, ports, principal, actorRoles: roles, correlationId, tree, calls } = context
      const editor = { ports, principal, roles, correlationId, environmentId: input.environmentId, tree }
      const saved = await db.transaction().execute(trx => saveConfiguration(trx, editor, input.eventType, input))
      await calls.reload()
      return saved
    }),
  get: base.externalAssessments.get
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      shown(context, await requirePointer(context.db, input.environmentId, input.assessmentId)),
    ),
  create: base.externalAssessments.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      shown(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          createPointer(trx, editor, input.assessmentId, input.body),
        ),
      ),
    ),
  update: base.externalAssessments.update
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      shown(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          updatePointer(trx, editor, input.assessmentId, input.body, input.baseVersion),
        ),
      ),
    ),
  remove: base.externalAssessments.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await changeCalls(context, input.environmentId, (trx, editor) =>
      removePointer(trx, editor, input.assessmentId),
    ),
  })),
  test: base.externalAssessments.test.use(inEnvironment).handler(async ({ context, input }) => {
    const { db, tree, calls, principal, ports, correlationId } = context
    const target = await requireTarget(db, tree, input.environmentId, input.body)
    requirePace(principal.id, ports.clock())
    return toTest('POST', await calls.tryAssessment(input.body.target, target.sample, correlationId))
  }),
  dependents: base.externalAssessments.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const pointer = await requirePointer(context.db, input.environmentId, input.assessmentId)
    return (
      await usageOf(context.db, context.tree, input.environmentId, { kind: 'externalAssessment', name: pointer.name })
    ).dependents
  }),
  performance: base.externalAssessments.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requirePointer(context.db, input.environmentId, input.assessmentId)
    return await currentPerformance(context, input.environmentId, input.assessmentId, input)
  }),
}
