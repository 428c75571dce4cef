import { z } from 'zod'
import { base } from './base.ts'

/** Version of the text that administrators attest. A new text is a new version, and asks everybody again. */
export const fcraTextVersion = '2026-01'
/** Days an acceptance holds. */
export const fcraDays = 365

export const fcraStatusSchema = z.object({
  /** The caller's administrator capabilities are off until they accept. */
  due: z.boolean(),
  textVersion: z.string(),
  acceptedAt: z.iso.datetime().nullable(),
})
export type FcraStatus = z.infer<typeof fcraStatusSchema>

const answer = z.object({ textVersion: z.string().min(1).max(40) })
export const fcraContract = {
  get: base
    .route({ method: 'GET', path: '/fcra', summary: 'Whether the caller has to attest the permitted use' })
    .output(fcraStatusSchema),
  accept: base
    .route({ method: 'POST', path: '/fcra/accept', summary: 'Attest the permitted use' })
    .input(answer)
    .output(fcraStatusSchema),
  decline: base
    .route({ method: 'POST', path: '/fcra/decline', summary: 'Decline: administrator capabilities stay off' })
    .input(answer)
    .output(fcraStatusSchema),
}
