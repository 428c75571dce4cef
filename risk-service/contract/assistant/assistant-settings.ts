import { z } from 'zod'
import { assistantLimits } from './assistant-definitions.ts'

const modelAddress = z
  .string()
  .trim()
  .max(assistantLimits.modelAddress)
  .refine(url => {
    if (!URL.canParse(url)) return false
    const { protocol, username, password, hash } = new URL(url)
    return (protocol === 'https:' || protocol === 'http:') && `${username}${password}${hash}` === ''
  }, 'Give a complete address without user and password.')

/** A language model with an OpenAI-compatible address, up to but without `/chat/completions`. */
const assistantModelSchema = z.object({
  address: modelAddress,
  name: z.string().trim().min(1).max(assistantLimits.modelName),
})
export const assistantSettingsSchema = z.object({
  /** Whether the users of the tenant have the assistant. */
  enabled: z.boolean(),
  /** Null: no model; answers are made without one. */
  model: assistantModelSchema.nullable(),
})
export type AssistantSettings = z.output<typeof assistantSettingsSchema>
