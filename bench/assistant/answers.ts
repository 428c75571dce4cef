import type { AnswerEvent, AssistantAnswer } from '../../risk-service/contract/index.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'

/** Milliseconds in which an answer is complete, without a language model. */
const limit = 300
/** Each asks twenty questions in a minute. */
const accounts = ['product-admin', 'editor', 'viewer', 'fraud-engineer', 'fraud-manager'].map(
  name => `${name}@harbor.example`,
)
const questions = [
  'What was the fraud rate in the last 30 days?',
  'How many transactions did we have yesterday?',
  'Compare the transactions of last week with the week before',
  'How did the rejected rate develop in the last 30 days?',
  'What would a score cut-off of 800 stop?',
  'Which rules were not used in the last 30 days?',
  'Which rules overlap?',
  'Which rules do we have?',
  'Which velocities do we have?',
  'Which lists do we have?',
  'Which queues do we have?',
  'Which environments do we have?',
  'Draft a filter for rejected purchases with a score over 800',
  'Draft a clause that rejects purchases with a risk score over 900',
  'Draft a velocity that counts purchases by device in one hour',
  'How do I search for a transaction?',
  'Delete the rule Geo',
  'List all purchases of last month',
]

async function ask({ url }: Service, token: string, environmentId: string, question: string): Promise<AssistantAnswer> {
  const response = await fetch(`${url}/api/console/v1/environments/${environmentId}/assistant/questions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question, locale: 'en-US' }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${question}: ${response.status} ${text.slice(0, 300)}`)
  const events = [...text.matchAll(/^data: (.+)$/gm)].flatMap(([, data = '']) => {
    const event = JSON.parse(data) as Partial<AnswerEvent>
    return event.type === 'done' && event.answer ? [event.answer] : []
  })
  const [answer] = events
  if (answer === undefined) throw new Error(`${question}: no answer`)
  return answer
}

/** Answers of the assistant over the HTTP API, without a language model. */
export async function benchAnswers(service: Service, { environmentId }: { environmentId: string }): Promise<Row[]> {
  const times: number[] = []
  let refused = 0
  for (const [turn, account] of accounts.entries()) {
    const token = await fetchUserToken(service, account)
    for (const question of questions) {
      const started = performance.now()
      const answer = await ask(service, token, environmentId, question)
      // The first turn compiles and fills caches.
      if (turn > 0) times.push(performance.now() - started)
      if (answer.refused) refused++
    }
  }
  const note = `p50 ${ms(median(times))}, ${times.length} answers to ${questions.length} questions, ${refused} of all refused`
  return [limitedRow('Answer of the assistant, p95', quantile(times, 0.95), ms, '<', limit, note)]
}
