// The only module of the console that imports schemas of the contract. Only the files of forms import it, which are
// fetched later: the first page does without zod.
import './zod-jitless.ts'

export * from '@assay/risk-service/contract/form-schemas'
