import type { CallTest } from '../contract/external-calls.ts'
import type { Performed } from '../engine/calls/perform.ts'
import { base, inEnvironment, type ConsoleContext, type EnvironmentContext } from '../session/base.ts'
import { RefusedValue } from '../session/refusals.ts'
import { createCall, removeCall, requireCall, toCall, updateCall, type CallEditor } from './calls.ts'
import { figuresOfPeriod, performanceOf } from './figures.ts'
import { requirePace } from './pace.ts'
import { callsOf, type StoredExternalCall } from './store.ts'
import { usageOf } from './usage.ts'
import { requireKeptSecrets, requireSoundCall } from './validate.ts'

type Context = ConsoleContext & EnvironmentContext

const editorOf = ({ ports, principal, actorRoles, correlationId, tree, calls }: Context, environmentId: string): CallEditor =>
  ({ ports, principal, roles: actorRoles, correlationId, environmentId, tree, calls })

async function shown({ db, tree, calls }: Context, call: StoredExternalCall) {
  const usage = await usageOf(db, tree, call.environment_id, { kind: 'externalCall', name: call.name })
  return toCall(call, usage, calls.suspendedUntil(call.id))
}

/** Rules are compiled anew only when names, parameters or samples are others; definitions are read in any case. */
async function takeOver({ calls, engine }: Context, environmentId: string): Promise<void> {
  const before = calls.signature(environmentId)
  await calls.reload(environmentId)
  if (calls.signature(environmentId) !== before) await engine.reloadRules(environmentId)
}

export function toTest(method: 'GET' | 'POST', { error, message, status, latencyMs, sent, response }: Performed): CallTest {
  return { ok: error === null, httpStatusCode: status, latencyMs, errorType: error, errorMessage: message, request: { method, ...sent }, response: response ?? null }
}

export const externalCallRoutes = {
  list: base.externalCalls.list.use(inEnvironment).handler(async ({ context, input }) => {
    await context.calls.flush()
    const figures = await figuresOfPeriod(context.db, input.environmentId, input.period, context.ports.clock())
    return Promise.all((await callsOf(context.db, input.environmentId)).map(async call => ({ ...await shown(context, call), figures: figures(call.id) })))
  }),
  get: base.externalCalls.get.use(inEnvironment).handler(async ({ context, input }) => shown(context, await requireCall(context.db, input.environmentId, input.callId))),
  create: base.externalCalls.create.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const call = await context.db.transaction().execute(trx => createCall(trx, editor, input.callId, input.body))
    await takeOver(context, input.environmentId)
    return shown(context, call)
  }),
  update: base.externalCalls.update.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const call = await context.db.transaction().execute(trx => updateCall(trx, editor, input.callId, input.body, input.baseVersion))
    await takeOver(context, input.environmentId)
    return shown(context, call)
  }),
  remove: base.externalCalls.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const deleted = await context.db.transaction().execute(trx => removeCall(trx, editor, input.callId))
    await takeOver(context, input.environmentId)
    return { deleted }
  }),
  test: base.externalCalls.test.use(inEnvironment).handler(async ({ context, input }) => {
    const { calls, db, ports, principal } = context
    const stored = input.callId === undefined ? null : await requireCall(db, input.environmentId, input.callId)
    requireSoundCall(input.body, calls.problemOf)
    requireKeptSecrets(input.body, stored)
    if (input.target === 'keepAlive' && input.body.keepAliveUrl === null) throw new RefusedValue(['body', 'keepAliveUrl'], 'There is no keep-alive address.')
    requirePace(principal.id, ports.clock())
    return toTest(input.target === 'keepAlive' ? 'GET' : input.body.method, await calls.try(input.environmentId, input.body, stored, input.target))
  }),
  dependents: base.externalCalls.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const call = await requireCall(context.db, input.environmentId, input.callId)
    return (await usageOf(context.db, context.tree, input.environmentId, { kind: 'externalCall', name: call.name })).dependents
  }),
  performance: base.externalCalls.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requireCall(context.db, input.environmentId, input.callId)
    await context.calls.flush()
    return performanceOf(context.db, input.environmentId, input.callId, input, context.ports.clock())
  }),
}
