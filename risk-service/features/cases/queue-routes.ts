import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { createQueue, removeQueue, updateQueue } from './queues/change-queue.ts'
import { listCases } from './queues/queue-cases.ts'
import { countCases } from './queues/queue-counts.ts'
import { callIn, describeQueue, listQueues, requireQueue } from './queues/queue-view.ts'
import { readSavingBasis, saveReportCosts } from './queues/savings.ts'
import { previewQueue } from './routing/queue-preview.ts'
import { startNext } from './work/next.ts'
import { viewCase } from './work/read-cases.ts'

const { queues } = procedures

export const queueRoutes = {
  list: queues.list.use(inEnvironment).handler(({ context, input }) => listQueues(context, input.scope)),
  get: queues.get
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      describeQueue(context, await requireQueue(context, input.environmentId, input.queueId)),
    ),
  create: queues.create
    .use(inEnvironment)
    .handler(async ({ context, input }) => describeQueue(context, await createQueue(context, input))),
  update: queues.update
    .use(inEnvironment)
    .handler(async ({ context, input }) => describeQueue(context, await updateQueue(context, input))),
  assignUsers: queues.assignUsers.use(inEnvironment).handler(async ({ context, input }) => {
    const { settings } = await requireQueue(context, input.environmentId, input.queueId)
    const { assignedUsers, assignedGroups = settings.assignedGroups } = input
    const changed = { ...input, settings: { ...settings, assignedUsers, assignedGroups } }
    return describeQueue(context, await updateQueue(context, changed))
  }),
  remove: queues.remove.use(inEnvironment).handler(({ context, input }) => removeQueue(context, input)),
  cases: queues.cases
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      listCases(context, await requireQueue(context, input.environmentId, input.queueId), input),
    ),
  savingBasis: queues.savingBasis
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      readSavingBasis(context, await requireQueue(context, input.environmentId, input.queueId)),
    ),
  preview: queues.preview
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => previewQueue(context, input, signal)),
  saveCosts: queues.saveCosts
    .use(inEnvironment)
    .handler(({ context, input }) => saveReportCosts(context, input.environmentId, input.costs)),
  next: queues.next.use(inEnvironment).handler(async ({ context, input }) => {
    const queue = await requireQueue(context, input.environmentId, input.queueId)
    const call = callIn(context, queue.environment_id)
    const started = await startNext(call, queue)
    if (started !== null) return { case: await viewCase(call, started), underReview: 0 }
    // Counting reads every open case of the queue: only an empty one needs it.
    const counts = await countCases(context.db, [queue.id], context.ports.clock())
    return { case: null, underReview: counts.get(queue.id)?.inReview ?? 0 }
  }),
}
