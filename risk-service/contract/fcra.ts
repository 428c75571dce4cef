import { z } from 'zod'
import { procedure } from './common/procedure.ts'

/** Version of the text that administrators attest. A new text has a new version, and has to be attested again. */
export const fcraTextVersion = '2026-11'
/** Days for which an acceptance is valid. */
export const fcraValidDays = 365

export const fcraStatusSchema = z.object({
  /** The caller's administrator capabilities are off until they accept. */
  due: z.boolean(),
  textVersion: z.string(),
  acceptedAt: z.iso.datetime().nullable(),
})
export type FcraStatus = z.infer<typeof fcraStatusSchema>

const fcraAnswerInput = z.object({ textVersion: z.string().min(1).max(40) })
export const fcraContract = {
  get: procedure
    .route({ method: 'GET', path: '/fcra', summary: 'Whether the caller has to attest the permitted use' })
    .output(fcraStatusSchema),
  accept: procedure
    .route({ method: 'POST', path: '/fcra/accept', summary: 'Attest the permitted use' })
    .input(fcraAnswerInput)
    .output(fcraStatusSchema),
  decline: procedure
    .route({ method: 'POST', path: '/fcra/decline', summary: 'Decline: administrator capabilities stay off' })
    .input(fcraAnswerInput)
    .output(fcraStatusSchema),
}
