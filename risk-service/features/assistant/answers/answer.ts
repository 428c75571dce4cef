import type { AskInput } from '../../../contract/assistant/assistant.ts'
import { assistantLimits } from '../../../contract/assistant/assistant-definitions.ts'
import type { AnswerEvent, AssistantAnswer } from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { type AnswerBuilder, count, createAnswerBuilder } from '../composition/answer-builder.ts'
import { localeOf, type Question, questionOf } from '../composition/question.ts'
import { insertEntry } from '../conversation/store.ts'
import { chooseIntent, phrase } from '../model/ask-model.ts'
import { openModel } from '../model/open-model.ts'
import { type Recognition, recognise } from '../recognition/recognition.ts'
import { intentOfSuggestion } from '../suggestions/suggestions.ts'
import { compose } from './compose.ts'

/**
 * Answers a question, and stores both for the user. The stream ends with the whole answer; a user who leaves it before
 * has stopped it: what was said until then is stored.
 */
export async function* answer(
  context: EnvironmentCallContext,
  input: AskInput,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerEvent, void> {
  const { db, ports, principal } = context
  const [id, askedAt] = [ports.newId(), ports.clock()]
  const timeout = AbortSignal.timeout(assistantLimits.seconds * 1000)
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  const builder = createAnswerBuilder()
  let intent = 'unknown'
  /** Sentences that the user has received. */
  let sent = 0
  const whole = (isStopped: boolean, phrasing?: string[]): AssistantAnswer => {
    const { sentences, ...parts } = builder.parts()
    return {
      id,
      intent,
      generated: true,
      sentences: sentences.slice(0, sent),
      ...parts,
      ...(phrasing ? { phrasing } : {}),
      stopped: isStopped,
      readAt: ports.clock().toISOString(),
    }
  }
  let stored: AssistantAnswer | null = null
  let hasFailed = false
  try {
    yield { type: 'thinking', id }
    const model = await openModel(context)
    const recognition = await recogniseQuestion(context, input)
    const question = questionOf(context, input, await chooseIntent(model, input, recognition, limit), limit)
    intent = question.recognition.intent
    await composeInTime(question, builder, timeout)
    const phrasing = timeout.aborted
      ? undefined
      : await phrase(model, context.assistant.texts, question, builder.parts())
    for (const sentence of builder.parts().sentences) {
      sent++
      yield { type: 'sentence', sentence }
    }
    stored = whole(timeout.aborted, phrasing)
    yield { type: 'done', answer: stored }
  } catch (error) {
    hasFailed = true
    throw error
  } finally {
    if (!hasFailed) {
      const entry = { id, environmentId: input.environmentId, userId: principal.id, askedAt, question: input.question }
      await insertEntry(db, { ...entry, answer: stored ?? whole(true) })
    }
  }
}

/** Recognises a question; a suggested one wants what it was suggested for. */
async function recogniseQuestion(
  { assistant }: EnvironmentCallContext,
  { question, locale, page }: AskInput,
): Promise<Recognition> {
  const recognition = recognise(question, { locale: localeOf(locale), page })
  const suggested = await intentOfSuggestion(assistant.texts, locale, question)
  return suggested === null ? recognition : { ...recognition, intent: suggested, confidence: 1 }
}

/** Composes an answer until its time is over; then it says so after what it has. */
async function composeInTime(question: Question, builder: AnswerBuilder, timeout: AbortSignal): Promise<void> {
  const over = new Promise<'over'>(resolve => timeout.addEventListener('abort', () => resolve('over'), { once: true }))
  const composing = compose(question, builder).then(
    () => 'done' as const,
    (error: unknown) => {
      if (timeout.aborted) return 'over' as const
      throw error
    },
  )
  if ((await Promise.race([composing, over])) === 'over')
    builder.add('Assistant.Sentence.TooSlow', { seconds: count(assistantLimits.seconds) })
}
