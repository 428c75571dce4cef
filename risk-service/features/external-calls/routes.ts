import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import {
  changeCalls,
  loadCurrentMetrics,
  loadCurrentPerformance,
  toCallTest,
} from '../outgoing-calls/shared-handlers.ts'
import { assertTestRate } from '../outgoing-calls/test-rate-limit.ts'
import { findUsage } from '../usage/call-usage.ts'
import { createCall, removeCall, requireCall, toCall, updateCall } from './external-calls.ts'
import { loadCalls, type StoredExternalCall } from './store.ts'
import { assertStoredSecrets, assertValidCall } from './validate-call.ts'

async function describeCall({ db, tree, calls }: EnvironmentCallContext, call: StoredExternalCall) {
  const usage = await findUsage(db, tree, call.environment_id, { kind: 'externalCall', name: call.name })
  return toCall(call, usage, calls.suspendedUntil(call.id))
}

export const externalCallRoutes = {
  list: procedures.externalCalls.list.use(inEnvironment).handler(async ({ context, input }) => {
    const figures = await loadCurrentMetrics(context, input.environmentId, input.period)
    return Promise.all(
      (await loadCalls(context.db, input.environmentId)).map(async call => ({
        ...(await describeCall(context, call)),
        figures: figures(call.id),
      })),
    )
  }),
  get: procedures.externalCalls.get
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      describeCall(context, await requireCall(context.db, input.environmentId, input.callId)),
    ),
  create: procedures.externalCalls.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      describeCall(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          createCall(trx, editor, input.callId, input.body),
        ),
      ),
    ),
  update: procedures.externalCalls.update
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      describeCall(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          updateCall(trx, editor, input.callId, input.body, input.baseVersion),
        ),
      ),
    ),
  remove: procedures.externalCalls.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await changeCalls(context, input.environmentId, (trx, editor) => removeCall(trx, editor, input.callId)),
  })),
  test: procedures.externalCalls.test.use(inEnvironment).handler(async ({ context, input }) => {
    const { calls, db } = context
    const stored = input.callId === undefined ? null : await requireCall(db, input.environmentId, input.callId)
    assertValidCall(input.body, calls.addressIssue)
    assertStoredSecrets(input.body, stored)
    if (input.target === 'keepAlive' && input.body.keepAliveUrl === null)
      throw new ValidationError(['body', 'keepAliveUrl'], 'There is no keep-alive address.')
    await assertTestRate(context)
    return toCallTest(
      input.target === 'keepAlive' ? 'GET' : input.body.method,
      await calls.testCall(input.environmentId, input.body, stored, input.target),
    )
  }),
  dependents: procedures.externalCalls.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const call = await requireCall(context.db, input.environmentId, input.callId)
    return (await findUsage(context.db, context.tree, input.environmentId, { kind: 'externalCall', name: call.name }))
      .dependents
  }),
  performance: procedures.externalCalls.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requireCall(context.db, input.environmentId, input.callId)
    return await loadCurrentPerformance(context, input.environmentId, input.callId, input)
  }),
}
