// The one way of the console to schemas of the contract. Only the files of forms import it, which are fetched later:
// the first page goes without zod.
import './zod-jitless.ts'

export * from '@assay/risk-service/contract/form-schemas'
