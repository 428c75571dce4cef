import path from 'node:path'
import { z } from 'zod'
import { secretBytes } from '../../contract/alerts/alert-targets.ts'

const participant = {
  // It stands in a header, too.
  name: z.string().regex(/^[\w .&-]{1,60}$/, 'needs a name of up to 60 letters, digits, blanks and . & -'),
  bins: z.array(z.string().regex(/^\d{4,8}$/, 'needs bins of 4 to 8 digits')).default([]),
  networks: z.array(z.string().min(1).max(40)).default([]),
}
const participantSchema = z
  .union([
    z.strictObject({
      ...participant,
      url: z.url({ protocol: /^https?$/, error: 'needs an http or https address' }),
      secret: z.string().refine(text => secretBytes(text) !== null, 'needs a secret that begins with whsec_'),
    }),
    z.strictObject({ ...participant, directory: z.string().refine(path.isAbsolute, 'needs an absolute directory') }),
  ])
  .refine(({ bins, networks }) => bins.length + networks.length > 0, 'needs bins or networks')

/** A bank or network that takes part in the acceptance booster, and where its messages go. */
export type BoosterParticipantSettings = z.output<typeof participantSchema>

const help =
  'has to be a JSON list of participants such as [{"name":"North Bank","bins":["400012"],"url":"https://bank.example/assay","secret":"whsec_..."}] or [{"name":"Visa","networks":["Visa"],"directory":"/srv/assay/visa"}]'

/** Participants as a JSON list, each with a name of its own. */
export const boosterParticipants = z
  .string()
  .default('[]')
  .transform((text, context) => {
    const parsed = z.array(participantSchema).safeParse(parseJson(text))
    const names = new Set(parsed.data?.map(({ name }) => name))
    if (parsed.success && names.size === parsed.data.length) return parsed.data
    context.addIssue({ code: 'custom', message: help })
    return z.NEVER
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
