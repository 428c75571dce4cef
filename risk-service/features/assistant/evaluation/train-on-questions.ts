import type { AssistantLocale, Intent } from '../../../contract/assistant/intents.ts'
import { lexiconOf } from '../recognition/lexicon/lexicons.ts'
import { signalsOf } from '../recognition/model/signals.ts'
import { train, type Weights } from '../recognition/model/train.ts'
import { featuresOf } from '../recognition/question/features.ts'

/** A question whose intent is known. */
export interface KnownQuestion {
  locale: AssistantLocale
  page: string
  question: string
  intent: Intent
}

/** The same order on every machine, without long runs of one intent. */
function shuffled<T>(items: readonly T[]): T[] {
  const order = [...items]
  let state = 7
  for (let at = order.length - 1; at > 0; at--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const other = state % (at + 1)
    const item = order[at]!
    order[at] = order[other]!
    order[other] = item
  }
  return order
}

/** Signals of fewer questions say more about those questions than about the language. */
const leastQuestions = 2

/** Trains the weights of the model on known questions. */
export function trainOnQuestions(questions: readonly KnownQuestion[]): Weights {
  const examples = shuffled(questions).map(({ locale, page, question, intent }) => ({
    signals: signalsOf(featuresOf(question, page, lexiconOf(locale))),
    intent,
  }))
  const counts = new Map<string, number>()
  for (const signal of examples.flatMap(({ signals }) => signals)) counts.set(signal, (counts.get(signal) ?? 0) + 1)
  const telling = examples.map(({ signals, intent }) => ({
    signals: signals.filter(signal => (counts.get(signal) ?? 0) >= leastQuestions),
    intent,
  }))
  return train(telling, { rounds: 15, rate: 0.1, decay: 0.005 })
}
