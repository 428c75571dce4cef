import { eventKindDescriptions } from '../../contract/event-tracing/event-kind-descriptions.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { removeSubscription, saveSubscription, setSubscriptionActive } from './subscriptions/change-subscriptions.ts'
import { listDeadLetters, redeliver } from './subscriptions/dead-letter-list.ts'
import { exportDeadLetters } from './subscriptions/export-dead-letters.ts'
import { exportEvents } from './subscriptions/export-events.ts'
import { listSinks } from './subscriptions/list-sinks.ts'
import { pullEvents } from './subscriptions/pull-events.ts'
import { listSubscriptions, type TracingCall } from './subscriptions/read-subscriptions.ts'
import { testDelivery } from './subscriptions/test-delivery.ts'

const { eventSubscriptions } = procedures

const callOf = (
  context: Omit<TracingCall, 'environmentId'>,
  { environmentId }: { environmentId: string },
): TracingCall => ({ ...context, environmentId })

export const eventSubscriptionRoutes = {
  sinks: eventSubscriptions.sinks.use(inEnvironment).handler(({ context, input }) => listSinks(callOf(context, input))),
  list: eventSubscriptions.list
    .use(inEnvironment)
    .handler(({ context, input }) => listSubscriptions(callOf(context, input))),
  create: eventSubscriptions.create
    .use(inEnvironment)
    .handler(({ context, input }) => saveSubscription(callOf(context, input), { ...input, baseVersion: null })),
  update: eventSubscriptions.update
    .use(inEnvironment)
    .handler(({ context, input }) => saveSubscription(callOf(context, input), input)),
  setActive: eventSubscriptions.setActive
    .use(inEnvironment)
    .handler(({ context, input }) => setSubscriptionActive(callOf(context, input), input)),
  remove: eventSubscriptions.remove
    .use(inEnvironment)
    .handler(({ context, input }) => removeSubscription(callOf(context, input), input)),
  test: eventSubscriptions.test
    .use(inEnvironment)
    .handler(({ context, input }) => testDelivery(callOf(context, input), input)),
  deadLetters: eventSubscriptions.deadLetters
    .use(inEnvironment)
    .handler(({ context, input }) => listDeadLetters(callOf(context, input), input)),
  exportDeadLetters: eventSubscriptions.exportDeadLetters
    .use(inEnvironment)
    .handler(({ context, input, signal }) => exportDeadLetters(callOf(context, input), input, signal)),
  redeliver: eventSubscriptions.redeliver
    .use(inEnvironment)
    .handler(({ context, input }) => redeliver(callOf(context, input), input)),
  kinds: eventSubscriptions.kinds.use(inEnvironment).handler(() => [...eventKindDescriptions]),
  export: eventSubscriptions.export
    .use(inEnvironment)
    .handler(({ context, input, signal }) => exportEvents(callOf(context, input), input, signal)),
  pull: eventSubscriptions.pull
    .use(inEnvironment)
    .handler(({ context, input }) => pullEvents(callOf(context, input), input)),
}
