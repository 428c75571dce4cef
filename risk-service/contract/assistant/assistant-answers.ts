import { z } from 'zod'
import { draftKinds, ratings, sourceKinds, termLists } from './assistant-definitions.ts'

const day = z.iso.date()
const time = z.iso.datetime({ offset: true })

/** A value of a sentence; the console writes it in the language of the reader. */
export const answerValueSchema = z.discriminatedUnion('kind', [
  /** A whole number of things. */
  z.object({ kind: z.literal('count'), value: z.number() }),
  z.object({ kind: z.literal('number'), value: z.number() }),
  /** A share from 0 to 1; a change may be negative or greater. */
  z.object({ kind: z.literal('percentage'), value: z.number() }),
  /** Milliseconds. */
  z.object({ kind: z.literal('duration'), value: z.number() }),
  /** In the major unit of the currency, as reports have it. */
  z.object({ kind: z.literal('money'), value: z.number(), currency: z.string() }),
  z.object({ kind: z.literal('date'), value: day }),
  z.object({ kind: z.literal('time'), value: time }),
  /** Whole days of UTC, both included. */
  z.object({ kind: z.literal('period'), from: day, to: day }),
  /** Data of the tenant: a name or a text that somebody wrote. It is shown as it is, never interpreted. */
  z.object({ kind: z.literal('text'), value: z.string() }),
  /** An id, a field or a piece of the query language, shown as code. */
  z.object({ kind: z.literal('code'), value: z.string() }),
  /** A word of the product, by its code in a list. */
  z.object({ kind: z.literal('term'), list: z.enum(termLists), value: z.string() }),
])
export type AnswerValue = z.output<typeof answerValueSchema>

/** A record, a report with its filters, or a help page. `href` is an address of the console. */
export const answerSourceSchema = z.object({
  /** Its number in the answer, from 1. */
  id: z.int(),
  kind: z.enum(sourceKinds),
  /** Its name: data of the tenant, or a word of the product. */
  title: answerValueSchema,
  /** Period, version or another fact that tells it apart. */
  detail: answerValueSchema.optional(),
  href: z.string(),
})
export type AnswerSource = z.output<typeof answerSourceSchema>

export const answerSentenceSchema = z.object({
  /** Id of a message; `sentences.ts` lists them with their values. */
  message: z.string(),
  values: z.record(z.string(), answerValueSchema),
  /** Numbers of sources. Empty only for sentences that say nothing about data. */
  sources: z.array(z.int()),
})
export type AnswerSentence = z.output<typeof answerSentenceSchema>

const draftProblemSchema = z.object({
  /** Code of the compiler, with the parameters of its message. */
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  line: z.int().nullable(),
})

/** A text that somebody may copy, or open in the page that checks and saves it. Nothing is saved. */
export const answerDraftSchema = z.object({
  kind: z.enum(draftKinds),
  text: z.string(),
  valid: z.boolean(),
  problems: z.array(draftProblemSchema),
  /** Events that a filter finds at this moment. */
  count: z.int().optional(),
  openIn: z.object({ href: z.string(), page: z.string() }).optional(),
})
export type AnswerDraft = z.output<typeof answerDraftSchema>

export const assistantAnswerSchema = z.object({
  id: z.uuid(),
  intent: z.string(),
  /** Every answer is labelled: it was generated, and has to be checked. */
  generated: z.literal(true),
  sentences: z.array(answerSentenceSchema),
  /**
   * One text for each sentence, written by a language model, in the same order. Values are in it as `{name}`; it has
   * those of its sentence and no others. Absent: the messages are shown.
   */
  phrasing: z.array(z.string()).optional(),
  draft: answerDraftSchema.optional(),
  sources: z.array(answerSourceSchema),
  /** Pages to go on with: `page` is a route of the console without values, `href` its address. */
  links: z.array(z.object({ page: z.string(), href: z.string() })),
  /** The question is one that the assistant does not answer, or that the rights of the user do not allow. */
  refused: z.boolean(),
  /** The time was over, or the user stopped it. */
  stopped: z.boolean(),
  readAt: time,
})
export type AssistantAnswer = z.output<typeof assistantAnswerSchema>

/** What arrives while an answer is made, in this order: `thinking`, each sentence, `done` with the whole answer. */
export const answerEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), id: z.uuid() }),
  z.object({ type: z.literal('sentence'), sentence: answerSentenceSchema }),
  z.object({ type: z.literal('done'), answer: assistantAnswerSchema }),
])
export type AnswerEvent = z.output<typeof answerEventSchema>

/** A question with its answer, as it is stored for the user. */
export const conversationEntrySchema = z.object({
  id: z.uuid(),
  question: z.string(),
  askedAt: time,
  answer: assistantAnswerSchema,
  rating: z.enum(ratings).nullable(),
})
export type ConversationEntry = z.output<typeof conversationEntrySchema>
