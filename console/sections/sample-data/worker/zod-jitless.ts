import { config } from 'zod'

// First of all: validators are then never made by code generation, which the policy of this worker forbids.
config({ jitless: true })
