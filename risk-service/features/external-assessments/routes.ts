import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import {
  changeCalls,
  loadCurrentMetrics,
  loadCurrentPerformance,
  toCallTest,
} from '../outgoing-calls/shared-handlers.ts'
import { assertTestRate } from '../outgoing-calls/test-rate-limit.ts'
import { findUsage } from '../usage/call-usage.ts'
import {
  createPointer,
  findTarget,
  removePointer,
  requirePointer,
  requireTarget,
  saveConfiguration,
  toAssessment,
  updatePointer,
} from './external-assessments.ts'
import { loadPointers, type StoredPointer } from './store.ts'
import { configurationOf, loadTargets, requireTenantAssessment, type TargetAssessment } from './targets.ts'

async function describePointer(
  { db, tree }: EnvironmentCallContext,
  pointer: StoredPointer,
  loaded?: readonly TargetAssessment[],
) {
  const targets = loaded ?? (await loadTargets(db, tree, pointer.environment_id))
  return toAssessment(
    pointer,
    findTarget(targets, pointer.body),
    await findUsage(db, tree, pointer.environment_id, { kind: 'externalAssessment', name: pointer.name }),
  )
}

export const externalAssessmentRoutes = {
  list: procedures.externalAssessments.list.use(inEnvironment).handler(async ({ context, input }) => {
    const figures = await loadCurrentMetrics(context, input.environmentId, input.period)
    const targets = await loadTargets(context.db, context.tree, input.environmentId)
    return Promise.all(
      (await loadPointers(context.db, input.environmentId)).map(async pointer => ({
        ...(await describePointer(context, pointer, targets)),
        figures: figures(pointer.id),
      })),
    )
  }),
  targets: procedures.externalAssessments.targets
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      (await loadTargets(context.db, context.tree, input.environmentId)).map(
        ({ sample: _sample, ...target }) => target,
      ),
    ),
  configuration: procedures.externalAssessments.configuration
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      configurationOf((await requireTenantAssessment(context.db, input.environmentId, input.eventType)).settings),
    ),
  // Assessments of other environments may call this one: the calls of all environments are reloaded.
  saveConfiguration: procedures.externalAssessments.saveConfiguration
    .use(inEnvironment)
    .handler(async ({ context, input }) => {
      const { db, calls } = context
      const editor = actionContextOf(context, input.environmentId)
      const saved = await db.transaction().execute(trx => saveConfiguration(trx, editor, input.eventType, input))
      await calls.reload()
      return saved
    }),
  get: procedures.externalAssessments.get
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      describePointer(context, await requirePointer(context.db, input.environmentId, input.assessmentId)),
    ),
  create: procedures.externalAssessments.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      describePointer(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          createPointer(trx, editor, input.assessmentId, input.body),
        ),
      ),
    ),
  update: procedures.externalAssessments.update
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      describePointer(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          updatePointer(trx, editor, input.assessmentId, input.body, input.baseVersion),
        ),
      ),
    ),
  remove: procedures.externalAssessments.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await changeCalls(context, input.environmentId, (trx, editor) =>
      removePointer(trx, editor, input.assessmentId),
    ),
  })),
  test: procedures.externalAssessments.test.use(inEnvironment).handler(async ({ context, input }) => {
    const { db, tree, calls, correlationId } = context
    const target = await requireTarget(db, tree, input.environmentId, input.body)
    await assertTestRate(context)
    return toCallTest('POST', await calls.testAssessment(input.body.target, target.sample, correlationId))
  }),
  dependents: procedures.externalAssessments.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const pointer = await requirePointer(context.db, input.environmentId, input.assessmentId)
    return (
      await findUsage(context.db, context.tree, input.environmentId, { kind: 'externalAssessment', name: pointer.name })
    ).dependents
  }),
  performance: procedures.externalAssessments.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requirePointer(context.db, input.environmentId, input.assessmentId)
    return await loadCurrentPerformance(context, input.environmentId, input.assessmentId, input)
  }),
}
