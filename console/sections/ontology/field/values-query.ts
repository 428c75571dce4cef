import type { FigurePeriod } from '@assay/risk-service/contract'
import { api } from '../../../platform/api/client.ts'
import type { FieldAddress } from '../ontology-address.ts'

/** Values of an attribute and its API clients, which are measured together. */
export const fieldValuesQuery = (
  input: FieldAddress & { environmentId: string; eventType: string; period: FigurePeriod },
) => api.ontology.values.queryOptions({ input, staleTime: 60_000 })
