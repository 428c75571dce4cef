import { type TemplateKind, templateLimits } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { contractResolver } from '../forms/contract-resolver.ts'
import { templateDetailsSchema } from '../forms/contract-schemas.ts'
import type { FormErrors } from '../forms/form-errors.ts'
import { templateErrorOf } from './template-error.ts'

/** Fields of every form that names a template, or what is made of one. */
export interface TemplateDetails {
  name: string
  description: string
}

export const templateDetailsMessages = {
  name: { required: 'Lists.Name.Missing', invalid: 'Authoring.Name.characters' },
  description: 'Common.TooLong',
} as const

/** What is sent of the fields. */
export const templateDetailsBody = ({ name, description }: TemplateDetails): TemplateDetails => ({
  name: name.trim(),
  description: description.trim(),
})

export const templateDetailsResolver = contractResolver({
  schema: templateDetailsSchema,
  toBody: templateDetailsBody,
  messages: templateDetailsMessages,
})

/** The error at the name that another template of the library has; null for any other error. */
export const templateNameErrorOf = (error: unknown): FormErrors<TemplateDetails> | null =>
  templateErrorOf(error)?.kind === 'name' ? { name: { id: 'Templates.Name.Taken' } } : null

const limitMessage = 'Templates.Limit'

/** Id of the message about a template as a whole; null for an error that has none. */
export function templateProblemOf(error: unknown): string | null {
  const kind = templateErrorOf(error)?.kind
  return kind === 'limit' ? limitMessage : kind === 'legacy' ? 'Templates.Legacy' : null
}

/** The problem as it stands above the fields: the message about a full library names its limit. */
export function templateProblemNote(problem: string | null, kind: TemplateKind): ReactNode {
  return problem === limitMessage ? (
    <FormattedMessage id={limitMessage} values={{ limit: templateLimits[kind] }} />
  ) : (
    problem
  )
}
