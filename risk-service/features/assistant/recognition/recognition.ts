import type { AssistantLocale, Intent } from '../../../contract/assistant/intents.ts'
import { type Features, featuresOf } from './intents/features.ts'
import { scoreIntents } from './intents/scoring.ts'
import { lexiconOf } from './lexicon/lexicons.ts'
import { collectSlots } from './slots/collect-slots.ts'
import type { Slots } from './slots/slots.ts'

export { type Days, periodBefore, resolvePeriod } from './slots/resolve-period.ts'
export type { Aggregate, CalendarUnit, Condition, Period, Slots } from './slots/slots.ts'

/** Where a question is asked. */
export interface QuestionContext {
  locale: AssistantLocale
  /** Path of the page beside the assistant. */
  page: string
}

export interface Recognition {
  intent: Intent
  /** From 0 to 1. */
  confidence: number
  /** Other intents that fit, the better ones first. */
  alternatives: Intent[]
  slots: Slots
}

/** Weights below this are no recognition. */
const least = 60

const judge = (features: Features) => scoreIntents(features.names).filter(({ weight }) => weight >= least)

/**
 * Recognises what a question wants. Never throws; a question that fits nothing is `unknown`. A question that says
 * nothing in the language of the console is read as English, which many write.
 */
export function recognise(question: string, { locale, page }: QuestionContext): Recognition {
  let features = featuresOf(question, page, lexiconOf(locale))
  let found = judge(features)
  if (found.length === 0 && locale !== 'en-US') {
    const english = featuresOf(question, page, lexiconOf('en-US'))
    const inEnglish = judge(english)
    if (inEnglish.length > 0) {
      features = english
      found = inEnglish
    }
  }
  const [best, next, ...others] = found
  const slots = collectSlots(features, page)
  if (best === undefined) return { intent: 'unknown', confidence: 0, alternatives: [], slots }
  const lead = next === undefined ? 10 : best.weight - next.weight
  return {
    intent: best.intent,
    confidence: Math.min(1, Math.max(0.3, best.weight / 100 - (lead < 1 ? 0.2 : 0))),
    alternatives: (next === undefined ? [] : [next, ...others]).slice(0, 3).map(({ intent }) => intent),
    slots,
  }
}
