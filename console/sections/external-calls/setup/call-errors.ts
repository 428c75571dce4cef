import type { FieldErrors } from 'react-hook-form'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import type { FormErrors, FormMessage } from '../../../platform/forms/form-errors.ts'
import type { CallForm } from './call-form.ts'

const secretPattern = /^authentication\.(?:certificate|password|clientSecret)$|^configurations\.\d+\.value$/

/**
 * The errors of the service at fields, in its own words where the console has no message; null without any. An error of
 * the whole form is at `root.service`.
 */
export function callErrorsOf(error: unknown): FormErrors<CallForm> | null {
  const issues = validationErrorOf(error)?.issues ?? []
  if (issues.length === 0) return null
  const errors: Record<string, FormMessage> = {}
  for (const { path, message } of issues) {
    const field = path.filter(step => step !== 'body').join('.')
    errors[field === '' ? 'root.service' : field] = messageAt(field, message)
  }
  return errors
}

function messageAt(field: string, message: string): FormMessage {
  if (field === 'name') return { id: 'Authoring.Name.taken' }
  if (secretPattern.test(field) && message === 'Enter the secret.') return { id: 'OutgoingRequests.Secret.Missing' }
  return { id: message, verbatim: true }
}

/** The error of the whole call, as a message's id; null when the console has no message for it. */
export function callProblemOf(error: unknown): string | null {
  const reason = conflictErrorOf(error)?.reason
  if (reason === 'externalCalls.locked') return 'Calls.Locked'
  if (reason === 'externalCalls.limit') return 'Calls.Limit'
  return reason === 'externalCalls.tooManyTests' ? 'Errors.TooMany.Description' : null
}

/** How many fields the form itself finds wrong. */
export function countInvalid(errors: FieldErrors | object): number {
  if ('type' in errors && typeof errors.type === 'string') return errors.type === 'invalid' ? 1 : 0
  return Object.values(errors as Record<string, unknown>).reduce<number>(
    (count, each) => count + (typeof each === 'object' && each !== null ? countInvalid(each) : 0),
    0,
  )
}
