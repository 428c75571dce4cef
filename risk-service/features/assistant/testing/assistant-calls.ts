import type { ContractRouterClient } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import type { Intent } from '../../../contract/assistant/intents.ts'
import type { AnswerEvent, AssistantAnswer, ConsoleContract } from '../../../contract/index.ts'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import type { ReadClient } from '../../../kernel/console-api/read-client.ts'
import { compose } from '../answers/compose.ts'
import { type AnswerParts, createAnswerBuilder } from '../composition/answer-builder.ts'
import { recordOfPage } from '../composition/page-record.ts'
import type { Question } from '../composition/question.ts'
import type { Slots } from '../recognition/recognition.ts'

/** A service under test: answers requests as its HTTP app does. */
export interface ServiceApp {
  request: (request: Request) => Response | Promise<Response>
}

/** What a procedure answers: its output, or the events of a stream. */
async function outputOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    return [...text.matchAll(/^event: message\n(?:.+\n)*?data: (.+)$/gm)].map(
      ([, data = '']) => (JSON.parse(data) as { json: unknown }).json,
    )
  const { json } = JSON.parse(text) as { json: unknown }
  if (response.ok) return json
  const { code, message } = json as { code: string; message: string }
  throw new ORPCError(code, { status: response.status, message })
}

/** The procedures of a service under test as a user calls them from outside. */
export const clientOf = (app: ServiceApp, as: string): ContractRouterClient<ConsoleContract> =>
  new Proxy({} as ContractRouterClient<ConsoleContract>, {
    get: (_areas, area: string) =>
      new Proxy(
        {},
        {
          get: (_names, name: string) => async (input: unknown) =>
            outputOf(
              await app.request(
                new Request(`https://risk.example.com/api/console/rpc/${area}/${name}`, {
                  method: 'POST',
                  headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
                  body: JSON.stringify({ json: input }),
                }),
              ),
            ),
        },
      ),
  })

interface Ask {
  environmentId?: string
  locale?: string
  page?: string
}

/** Asks through the API; returns every event of the stream. */
export async function askEvents(
  app: ServiceApp,
  as: string,
  question: string,
  { environmentId = places.root, locale = 'en-US', page = '/' }: Ask = {},
): Promise<AnswerEvent[]> {
  const events: unknown = await clientOf(app, as).assistant.answer({ environmentId, question, locale, page })
  return events as AnswerEvent[]
}

/** Asks through the API; returns the whole answer. */
export async function ask(app: ServiceApp, as: string, question: string, more: Ask = {}): Promise<AssistantAnswer> {
  const done = (await askEvents(app, as, question, more)).at(-1)
  if (done?.type !== 'done') throw new Error('The answer did not end.')
  return done.answer
}

interface Recognised {
  slots?: Slots
  environmentId?: string
  page?: string
  now: Date
}

/** Composes the answer to an intent with its slots, whatever recognises them. */
export async function composed(
  app: ServiceApp,
  as: string,
  intent: Intent,
  { slots = {}, environmentId = places.root, page = '/', now }: Recognised,
): Promise<AnswerParts> {
  const question: Question = {
    text: '',
    locale: 'en-US',
    environmentId,
    environmentName: id => id,
    recognition: { intent, confidence: 1, alternatives: [], slots },
    record: recordOfPage(page),
    now,
    today: now.toISOString().slice(0, 10),
    timeZone: 'UTC',
    reads: clientOf(app, as) as unknown as ReadClient,
    signal: AbortSignal.timeout(60_000),
  }
  const builder = createAnswerBuilder()
  await compose(question, builder)
  return builder.parts()
}

/** Ids of the messages of an answer without what all begin with. */
export const messagesOf = ({ sentences }: Pick<AnswerParts, 'sentences'>): string[] =>
  sentences.map(({ message }) => message.replace('Assistant.Sentence.', ''))
