import { inEnvironment, procedures } from '../../../kernel/console-api/procedures.ts'
import { createSnooze, listSnoozes, removeSnooze } from '../snoozes.ts'

const { ruleSnoozes } = procedures

export const ruleSnoozeRoutes = {
  list: ruleSnoozes.list
    .use(inEnvironment)
    .handler(({ context, input }) => listSnoozes(context.db, input.environmentId, context.ports.clock())),
  create: ruleSnoozes.create.use(inEnvironment).handler(({ context, input }) => createSnooze(context, input)),
  remove: ruleSnoozes.remove.use(inEnvironment).handler(({ context, input }) => removeSnooze(context, input)),
}
