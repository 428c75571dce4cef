import { explanationSentences } from './explanation-sentences.ts'
import { figureSentences } from './figure-sentences.ts'
import { overviewSentences } from './overview-sentences.ts'
import type { SentenceShape } from './sentence-shape.ts'

const generalSentences = {
  'Assistant.Sentence.NotFound': {
    english: 'I couldn’t find this in your data.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.NotFoundNamed': {
    english: '{name}: I couldn’t find this in your data.',
    values: { name: 'text' },
    cites: false,
  },
  'Assistant.Sentence.Write': {
    english: 'I can’t change settings. Open {page} to do this.',
    values: { page: 'term:page' },
    cites: false,
  },
  'Assistant.Sentence.NoRight': {
    english: 'Your roles do not let you read this. It needs the right {right}, which opens the page {page}.',
    values: { right: 'term:capability', page: 'term:page' },
    cites: false,
  },
  'Assistant.Sentence.NoRightAlone': {
    english: 'Your roles do not let you read this. It needs the right {right}.',
    values: { right: 'term:capability' },
    cites: false,
  },
  'Assistant.Sentence.RefuseJudgement': {
    english: 'I don’t judge a person’s creditworthiness, eligibility or character.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.RefuseLegal': {
    english: 'I don’t give legal advice.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.RefuseEvasion': {
    english: 'I don’t explain how to evade detection.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.RefuseTenant': {
    english: 'I read the data of your own organization only.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.RefuseSecret': {
    english: 'I don’t show secrets, full card numbers, or personal data beyond the record in view.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.Bulk': {
    english: 'I don’t list more than {most, number} rows. Open {page}: it shows, sorts and exports them.',
    values: { most: 'count', page: 'term:page' },
    cites: false,
  },
  'Assistant.Sentence.BulkCount': {
    english: 'The search finds {count, plural, one {# event} other {# events}}.',
    values: { count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.Unknown': {
    english: 'I did not understand the question. These topics of the help may answer it.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.NameOne': {
    english: 'Say which one you mean: open its page, or write its name or ID.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.MoreRows': {
    english: '{count, plural, one {# more is} other {# more are}} on the page {page}.',
    values: { count: 'count', page: 'term:page' },
    cites: true,
  },
  'Assistant.Sentence.TooSlow': {
    english: 'The answer took longer than {seconds, number} seconds and was broken off.',
    values: { seconds: 'count' },
    cites: false,
  },
  'Assistant.Sentence.Unavailable': {
    english: 'Some of the data cannot be read right now. Try again.',
    values: {},
    cites: false,
  },
} as const satisfies Record<string, SentenceShape>

/**
 * Every sentence that an answer can have, by the id of its message. The texts of the help are beside it, in
 * `help-topics.ts`: they have no values, and cite their guide.
 */
export const sentences = {
  ...generalSentences,
  ...explanationSentences,
  ...figureSentences,
  ...overviewSentences,
} as const satisfies Record<string, SentenceShape>

/** The id of the message of a sentence. */
export type SentenceKey = keyof typeof sentences
