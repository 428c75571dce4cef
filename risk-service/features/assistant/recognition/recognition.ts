import { type AssistantLocale, type Intent, intents } from '../../../contract/assistant/intents.ts'
import { collectSlots } from './extraction/collect-slots.ts'
import { lexiconOf } from './lexicon/lexicons.ts'
import { signalsOf } from './model/signals.ts'
import { probabilities } from './model/train.ts'
import weights from './model/weights.json' with { type: 'json' }
import { type Features, featuresOf } from './question/features.ts'
import type { Slots } from './slots/slots.ts'

export { type Days, periodBefore, resolvePeriod } from './slots/resolve-period.ts'
export type { Condition, Slots } from './slots/slots.ts'

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

function ranked(features: Features): { intent: Intent; probability: number }[] {
  return probabilities(signalsOf(features), weights)
    .map((probability, at) => ({ intent: intents[at]!, probability }))
    .toSorted((a, b) => b.probability - a.probability)
}

/**
 * Recognises what a question wants. Never throws; a question that fits nothing is `unknown`. A question that says
 * nothing in the language of the console is read as English, which many write.
 */
export function recognise(question: string, { locale, page }: QuestionContext): Recognition {
  let features = featuresOf(question, page, lexiconOf(locale))
  let found = ranked(features)
  if (found[0]?.intent === 'unknown' && locale !== 'en-US') {
    const english = featuresOf(question, page, lexiconOf('en-US'))
    const inEnglish = ranked(english)
    if (inEnglish[0]?.intent !== 'unknown' && (inEnglish[0]?.probability ?? 0) > 0.5) {
      features = english
      found = inEnglish
    }
  }
  const [best, ...others] = found
  return {
    intent: best?.intent ?? 'unknown',
    confidence: best?.probability ?? 0,
    alternatives: others
      .slice(0, 3)
      .filter(({ probability }) => probability > 0.02)
      .map(({ intent }) => intent),
    slots: collectSlots(features, page),
  }
}
