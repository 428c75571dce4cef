import { ORPCError } from '@orpc/server'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.ts'
import { answer } from './answers/answer.ts'
import { loadConversation } from './conversation/conversation.ts'
import { deleteEntries, rateEntry } from './conversation/store.ts'
import { loadAvailability, loadSettings, saveSettings } from './settings/settings.ts'
import { readSettings } from './settings/store.ts'
import { suggestionsFor } from './suggestions/suggestions.ts'

const { assistant } = procedures

const conversationOf = ({ principal }: EnvironmentCallContext, environmentId: string) => ({
  environmentId,
  userId: principal.id,
})

/** @throws ConflictError while the administrator has switched the assistant off */
async function assertEnabled({ db, principal }: EnvironmentCallContext): Promise<void> {
  const { enabled } = await readSettings(db, principal.tenantId)
  if (!enabled) throw new ConflictError('The assistant is switched off.', { reason: 'assistant.off' })
}

export const assistantRoutes = {
  availability: assistant.availability.use(inEnvironment).handler(({ context }) => loadAvailability(context)),
  // Not a generator itself: a refusal has to be the response, not the first event of a stream.
  answer: assistant.answer.use(inEnvironment).handler(async ({ context, input, signal }) => {
    await assertEnabled(context)
    if (!(await context.assistant.limiter.acquire(context.principal.id)))
      throw new ORPCError('TOO_MANY_REQUESTS', {
        message: `You can ask ${context.assistant.limiter.limit} questions in a minute. Wait a moment.`,
      })
    return answer(context, input, signal)
  }),
  conversation: assistant.conversation.use(inEnvironment).handler(async ({ context, input }) => ({
    entries: await loadConversation(context.db, conversationOf(context, input.environmentId), context.ports.clock()),
  })),
  clear: assistant.clear.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await deleteEntries(context.db, conversationOf(context, input.environmentId)),
  })),
  rate: assistant.rate.use(inEnvironment).handler(async ({ context, input: { environmentId, id, rating } }) => {
    if (!(await rateEntry(context.db, conversationOf(context, environmentId), id, rating)))
      throw new NotFoundError('There is no such answer.')
    return { rating }
  }),
  suggestions: assistant.suggestions
    .use(inEnvironment)
    .handler(({ context, input }) => ({ suggestions: suggestionsFor(context, input) })),
  settings: assistant.settings.use(inEnvironment).handler(({ context }) => loadSettings(context)),
  saveSettings: assistant.saveSettings.use(inEnvironment).handler(({ context, input }) => saveSettings(context, input)),
}
