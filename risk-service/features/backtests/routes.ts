import { authorize } from '../../kernel/access/authorize.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { type BacktestContext, listBacktests, loadBacktest, removeBacktest } from './backtests.ts'
import { loadChangedEvents } from './changed-events.ts'
import { cancelOutage, listOutages, loadOutage, startOutage } from './field-outages.ts'
import {
  cancelRoutingPreview,
  listRoutingPreviews,
  loadRoutingPreview,
  startRoutingPreview,
} from './routing-previews.ts'
import { createSampleRun } from './sample/run-sample.ts'
import { sampleRule } from './sample/sample-rule.ts'
import { createSampleTurns } from './sample/sample-turns.ts'
import { startBacktest } from './start-backtest.ts'
import { loadStoredHistory } from './stored-history.ts'
import { listHistoryRuns, loadHistoryRun, removeHistoryRun, startHistory } from './time-machine.ts'

const testerOf = (context: EnvironmentCallContext, environmentId: string): BacktestContext => ({
  ...actionContextOf(context, environmentId),
  wake: context.backtests.wake,
})

const runLatest = createSampleTurns()

export const backtestRoutes = {
  start: procedures.backtests.start
    .use(inEnvironment)
    .handler(({ context, input }) => startBacktest(testerOf(context, input.environmentId), input)),
  sample: procedures.backtests.sample
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) =>
      runLatest(context.principal.id, signal, cancelled => {
        const run = context.backtests.sample ?? createSampleRun(context.db)
        return sampleRule({ ...actionContextOf(context, input.environmentId), run }, input, cancelled)
      }),
    ),
  get: procedures.backtests.get
    .use(inEnvironment)
    .handler(({ context, input }) => loadBacktest(testerOf(context, input.environmentId), input.backtestId)),
  list: procedures.backtests.list
    .use(inEnvironment)
    .handler(({ context, input }) => listBacktests(testerOf(context, input.environmentId), input)),
  cancel: procedures.backtests.cancel.use(inEnvironment).handler(async ({ context, input }) => ({
    cancelled: await removeBacktest(testerOf(context, input.environmentId), input.backtestId, 'cancel'),
  })),
  remove: procedures.backtests.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeBacktest(testerOf(context, input.environmentId), input.backtestId, 'remove'),
  })),
  events: procedures.backtests.events
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadChangedEvents(testerOf(context, input.environmentId), input.backtestId, input),
    ),
}

export const routingPreviewRoutes = {
  start: procedures.routingPreviews.start
    .use(inEnvironment)
    .handler(({ context, input }) => startRoutingPreview(testerOf(context, input.environmentId), input)),
  get: procedures.routingPreviews.get
    .use(inEnvironment)
    .handler(({ context, input }) => loadRoutingPreview(testerOf(context, input.environmentId), input.previewId)),
  list: procedures.routingPreviews.list
    .use(inEnvironment)
    .handler(({ context, input }) => listRoutingPreviews(testerOf(context, input.environmentId), input.ruleId)),
  cancel: procedures.routingPreviews.cancel.use(inEnvironment).handler(async ({ context, input }) => ({
    cancelled: await cancelRoutingPreview(testerOf(context, input.environmentId), input.previewId),
  })),
}

export const fieldOutageRoutes = {
  start: procedures.fieldOutages.start
    .use(inEnvironment)
    .handler(({ context, input }) => startOutage(testerOf(context, input.environmentId), input)),
  get: procedures.fieldOutages.get
    .use(inEnvironment)
    .handler(({ context, input }) => loadOutage(testerOf(context, input.environmentId), input.outageId)),
  list: procedures.fieldOutages.list
    .use(inEnvironment)
    .handler(({ context, input }) => listOutages(testerOf(context, input.environmentId), input.eventType)),
  cancel: procedures.fieldOutages.cancel.use(inEnvironment).handler(async ({ context, input }) => ({
    cancelled: await cancelOutage(testerOf(context, input.environmentId), input.outageId),
  })),
  events: procedures.fieldOutages.events
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadChangedEvents(testerOf(context, input.environmentId), input.outageId, input, 'outage'),
    ),
}

export const timeMachineRoutes = {
  history: procedures.timeMachine.history.use(inEnvironment).handler(async ({ context, input }) => {
    const { from, to, ...counts } = await loadStoredHistory(context.db, input.environmentId, input.eventType)
    return { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, ...counts }
  }),
  start: procedures.timeMachine.start.use(inEnvironment).handler(({ context, input }) => {
    const { principal, tree } = context
    authorize(principal, input.environmentId, 'reports.general', 'read', tree)
    if (input.subject.kind === 'template') authorize(principal, input.environmentId, 'templates.rule', 'read', tree)
    return startHistory(testerOf(context, input.environmentId), input)
  }),
  get: procedures.timeMachine.get
    .use(inEnvironment)
    .handler(({ context, input }) => loadHistoryRun(testerOf(context, input.environmentId), input.runId)),
  list: procedures.timeMachine.list
    .use(inEnvironment)
    .handler(({ context, input }) => listHistoryRuns(testerOf(context, input.environmentId), input.eventType)),
  cancel: procedures.timeMachine.cancel.use(inEnvironment).handler(async ({ context, input }) => ({
    cancelled: await removeHistoryRun(testerOf(context, input.environmentId), input.runId, 'cancel'),
  })),
  remove: procedures.timeMachine.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeHistoryRun(testerOf(context, input.environmentId), input.runId, 'remove'),
  })),
}
