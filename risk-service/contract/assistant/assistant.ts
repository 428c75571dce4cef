import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { isTimeZone } from '../common/days.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { answerEventSchema, conversationEntrySchema } from './assistant-answers.ts'
import { assistantLimits, ratings } from './assistant-definitions.ts'
import { assistantSettingsSchema } from './assistant-settings.ts'

const path = `${environmentRoute}/assistant`
/** An address of the console without its origin, such as `/search?type=purchase`. */
const page = z
  .string()
  .max(4000)
  .regex(/^\/(?!\/)/, 'Give an address of the console.')
const locale = z.string().regex(/^[a-z]{2}-[A-Z]{2}$/, 'Give a language with its region, such as en-US.')

export const askInputSchema = environmentInput.extend({
  question: z
    .string()
    .trim()
    .min(1, 'Ask a question.')
    .max(assistantLimits.question, `A question has at most ${assistantLimits.question} characters.`)
    .refine(text => !text.includes('\u0000'), 'A question has no character U+0000.'),
  locale,
  /** The page on which the user asks: *this transaction* is the one that it shows. */
  page: page.default('/'),
  /** Time zone of the user: *today* is a day of it. */
  timeZone: z.string().max(100).refine(isTimeZone, 'This is no time zone of the IANA database.').default('UTC'),
})
export type AskInput = z.output<typeof askInputSchema>

/** The settings as they are stored; of the key of the model only whether there is one. */
export const storedAssistantSettingsSchema = assistantSettingsSchema.extend({
  version: z.int(),
  hasKey: z.boolean(),
  /** The caller may write the settings of the whole tenant. */
  mayChange: z.boolean(),
})
export type StoredAssistantSettings = z.output<typeof storedAssistantSettingsSchema>

/** A new key, or the stored one; null: none. */
const keyChange = z
  .union([
    z.object({ value: z.string().trim().min(1).max(assistantLimits.modelKey) }).strict(),
    z.object({ stored: z.literal(true) }).strict(),
  ])
  .nullable()
export type ModelKeyChange = z.output<typeof keyChange>

/** The assistant: it reads with the rights of its user, and changes nothing but its own conversation. */
export const assistantContract = {
  availability: procedure
    .route({
      method: 'GET',
      path: `${path}/availability`,
      summary: 'Whether the tenant has the assistant, and whether a language model phrases its answers',
    })
    .input(environmentInput)
    .output(z.object({ enabled: z.boolean(), model: z.boolean() })),
  answer: procedure
    .route({
      method: 'POST',
      path: `${path}/questions`,
      summary: 'Ask the assistant; the answer arrives sentence by sentence',
      description:
        'Every fact is read through the procedures of this API with the rights of the caller, and cites its source. Close the stream to stop. Refused with `assistant.off` while the administrator has switched the assistant off, and with 429 after twenty questions in a minute.',
    })
    .input(askInputSchema)
    .output(eventIterator(answerEventSchema)),
  conversation: procedure
    .route({
      method: 'GET',
      path: `${path}/conversation`,
      summary: 'Questions and answers of the caller in the environment, the oldest first; stored for 30 days',
    })
    .input(environmentInput)
    .output(z.object({ entries: z.array(conversationEntrySchema) })),
  clear: procedure
    .route({
      method: 'DELETE',
      path: `${path}/conversation`,
      summary: 'Delete the questions and answers of the caller in the environment',
    })
    .input(environmentInput)
    .output(z.object({ deleted: z.int() })),
  rate: procedure
    .route({ method: 'PUT', path: `${path}/questions/{id}/rating`, summary: 'Say whether an answer was useful' })
    .input(environmentInput.extend({ id: uuid, rating: z.enum(ratings).nullable() }))
    .output(z.object({ rating: z.enum(ratings).nullable() })),
  suggestions: procedure
    .route({
      method: 'GET',
      path: `${path}/suggestions`,
      summary: 'Four questions that suit a page and the rights of the caller',
      description: 'Each is the id of a message; the text that is shown is what is asked.',
    })
    .input(environmentInput.extend({ page: page.default('/') }))
    .output(z.object({ suggestions: z.array(z.object({ message: z.string() })) })),
  settings: procedure
    .route({
      method: 'GET',
      path: `${path}/settings`,
      summary: 'Whether the tenant has the assistant, and its language model without the key',
    })
    .input(environmentInput)
    .output(storedAssistantSettingsSchema),
  saveSettings: procedure
    .route({
      method: 'PUT',
      path: `${path}/settings`,
      summary: 'Switch the assistant of the tenant on or off, and set its language model',
      description: 'Needs the right in every root environment of the tenant.',
    })
    .input(environmentInput.extend({ baseVersion: z.int().min(0), settings: assistantSettingsSchema, key: keyChange }))
    .output(storedAssistantSettingsSchema),
}
