import { base, inEnvironment } from '../session/base.ts'
import { RefusedValue } from '../session/refusals.ts'
import { type Context, changeCalls, currentFigures, currentPerformance, toTest } from './around.ts'
import { createCall, removeCall, requireCall, toCall, updateCall } from './calls.ts'
import { requirePace } from './pace.ts'
import { callsOf, type StoredExternalCall } from './store.ts'
import { usageOf } from './usage.ts'
import { requireKeptSecrets, requireSoundCall } from './validate.ts'

async function shown({ db, tree, calls }: Context, call: StoredExternalCall) {
  const usage = await usageOf(db, tree, call.environment_id, { kind: 'externalCall', name: call.name })
  return toCall(call, usage, calls.suspendedUntil(call.id))
}

export const externalCallRoutes = {
  list: base.externalCalls.list.use(inEnvironment).handler(async ({ context, input }) => {
    const figures = await currentFigures(context, input.environmentId, input.period)
    return Promise.all(
      (await callsOf(context.db, input.environmentId)).map(async call => ({
        ...(await shown(context, call)),
        figures: figures(call.id),
      })),
    )
  }),
  get: base.externalCalls.get
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      shown(context, await requireCall(context.db, input.environmentId, input.callId)),
    ),
  create: base.externalCalls.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      shown(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          createCall(trx, editor, input.callId, input.body),
        ),
      ),
    ),
  update: base.externalCalls.update
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      shown(
        context,
        await changeCalls(context, input.environmentId, (trx, editor) =>
          updateCall(trx, editor, input.callId, input.body, input.baseVersion),
        ),
      ),
    ),
  remove: base.externalCalls.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await changeCalls(context, input.environmentId, (trx, editor) => removeCall(trx, editor, input.callId)),
  })),
  test: base.externalCalls.test.use(inEnvironment).handler(async ({ context, input }) => {
    const { calls, db, ports, principal } = context
    const stored = input.callId === undefined ? null : await requireCall(db, input.environmentId, input.callId)
    requireSoundCall(input.body, calls.problemOf)
    requireKeptSecrets(input.body, stored)
    if (input.target === 'keepAlive' && input.body.keepAliveUrl === null)
      throw new RefusedValue(['body', 'keepAliveUrl'], 'There is no keep-alive address.')
    requirePace(principal.id, ports.clock())
    return toTest(
      input.target === 'keepAlive' ? 'GET' : input.body.method,
      await calls.try(input.environmentId, input.body, stored, input.target),
    )
  }),
  dependents: base.externalCalls.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const call = await requireCall(context.db, input.environmentId, input.callId)
    return (await usageOf(context.db, context.tree, input.environmentId, { kind: 'externalCall', name: call.name }))
      .dependents
  }),
  performance: base.externalCalls.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requireCall(context.db, input.environmentId, input.callId)
    return await currentPerformance(context, input.environmentId, input.callId, input)
  }),
}
