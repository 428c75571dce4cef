import { contractResolver } from '../../platform/forms/contract-resolver.ts'
import { listDetailsSchema } from '../../platform/forms/contract-schemas.ts'

/** What every list is called. */
export interface ListDetails {
  name: string
  description: string
}

export const listDetailsMessages = {
  name: { required: 'Lists.Name.Missing', tooLong: 'Lists.Name.Long', invalid: 'Lists.Name.Hidden' },
  description: 'Common.TooLong',
} as const

export const listDetailsResolver = contractResolver({
  schema: listDetailsSchema,
  toBody: ({ name, description }: ListDetails): ListDetails => ({
    name: name.trim(),
    description: description.trim(),
  }),
  messages: listDetailsMessages,
})
