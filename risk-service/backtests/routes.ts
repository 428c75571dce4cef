import { base, type ConsoleContext, type EnvironmentContext, inEnvironment } from '../session/base.ts'
import { listBacktests, readBacktest, readChanged, removeBacktest, startBacktest, type Tester } from './backtests.ts'

const testerOf = (context: ConsoleContext & EnvironmentContext, environmentId: string): Tester => ({
  ports: context.ports,
  engine: context.engine,
  principal: context.principal,
  environmentId,
  roles: context.actorRoles,
  correlationId: context.correlationId,
  wake: context.backtests.wake,
})

export const backtestRoutes = {
  start: base.backtests.start
    .use(inEnvironment)
    .handler(({ context, input }) => startBacktest(testerOf(context, input.environmentId), input)),
  get: base.backtests.get
    .use(inEnvironment)
    .handler(({ context, input }) => readBacktest(testerOf(context, input.environmentId), input.backtestId)),
  list: base.backtests.list
    .use(inEnvironment)
    .handler(({ context, input }) => listBacktests(testerOf(context, input.environmentId), input)),
  cancel: base.backtests.cancel.use(inEnvironment).handler(async ({ context, input }) => ({
    cancelled: await removeBacktest(testerOf(context, input.environmentId), input.backtestId, 'cancel'),
  })),
  remove: base.backtests.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeBacktest(testerOf(context, input.environmentId), input.backtestId, 'remove'),
  })),
  events: base.backtests.events
    .use(inEnvironment)
    .handler(({ context, input }) => readChanged(testerOf(context, input.environmentId), input.backtestId, input)),
}
