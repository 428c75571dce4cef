import labelSchema from '../contract/schemas/label.schema.json' with { type: 'json' }
import purchaseSchema from '../contract/schemas/purchase.schema.json' with { type: 'json' }
import { compileNormaliser } from './normalise.ts'
import type { EventSchema } from './schema-types.ts'
import { compileValidator } from './validate.ts'

export const normalisePurchase = compileNormaliser(purchaseSchema as EventSchema)
export const validatePurchase = compileValidator(purchaseSchema as EventSchema)
export const normaliseLabel = compileNormaliser(labelSchema as EventSchema)
export const validateLabel = compileValidator(labelSchema as EventSchema)
