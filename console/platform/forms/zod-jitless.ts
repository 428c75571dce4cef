import { config } from 'zod'

// Before any schema is made: validators are then never made by code generation, which the policy of page and worker
// forbids.
config({ jitless: true })
