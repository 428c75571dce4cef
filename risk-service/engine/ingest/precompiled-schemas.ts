import labelSchema from '../../contract/schemas/purchases/label.schema.json' with { type: 'json' }
import purchaseSchema from '../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import type { EventSchema } from './event-schema.ts'
import { compileFieldNormaliser, compileNormaliser } from './normalise.ts'
import { compileValidator } from './validate.ts'

export const normalisePurchase = compileNormaliser(purchaseSchema as EventSchema)
export const purchaseFieldNormaliser = compileFieldNormaliser(purchaseSchema as EventSchema)
export const validatePurchase = compileValidator(purchaseSchema as EventSchema)
export const normaliseLabel = compileNormaliser(labelSchema as EventSchema)
export const validateLabel = compileValidator(labelSchema as EventSchema)
