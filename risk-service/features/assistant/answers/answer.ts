import type { AskInput } from '../../../contract/assistant/assistant.ts'
import type { AnswerEvent } from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { insertEntry } from '../conversation/store.ts'

/** Answers a question, and stores both for the user. */
export async function* answer(
  context: EnvironmentCallContext,
  { environmentId, question }: AskInput,
  _signal: AbortSignal | undefined,
): AsyncGenerator<AnswerEvent, void> {
  const { db, ports, principal } = context
  const [id, now] = [ports.newId(), ports.clock()]
  yield { type: 'thinking', id }
  const sentence = { message: 'Assistant.Sentence.NotFound', values: {}, sources: [] }
  yield { type: 'sentence', sentence }
  const whole = {
    id,
    intent: 'unknown',
    generated: true as const,
    sentences: [sentence],
    sources: [],
    links: [],
    refused: false,
    stopped: false,
    readAt: now.toISOString(),
  }
  await insertEntry(db, { id, environmentId, userId: principal.id, askedAt: now, question, answer: whole })
  yield { type: 'done', answer: whole }
}
