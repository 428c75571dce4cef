import { dependentSchema, ruleDiagnosticSchema } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { z } from 'zod'

/** Of a rule or a set of velocities; of a function it names a property or a parameter. */
const diagnosticSchema = ruleDiagnosticSchema.extend({
  part: ruleDiagnosticSchema.shape.part.optional(),
  clause: z.string().nullable().default(null),
  property: z.number().int().nullable().optional(),
  parameter: z.number().int().nullable().optional(),
})
export type ReportedDiagnostic = z.infer<typeof diagnosticSchema>
const validationErrorSchema = z.object({
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).default([]),
  problems: z.array(diagnosticSchema).default([]),
})
const conflictErrorSchema = z.object({
  reason: z.string().default(''),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  dependents: z.array(dependentSchema).optional(),
})

/** What the service found wrong; null for any other error. */
export function validationErrorOf(error: unknown): z.infer<typeof validationErrorSchema> | null {
  if (!(error instanceof ORPCError) || error.status !== 422) return null
  return validationErrorSchema.safeParse(error.data).data ?? { issues: [], problems: [] }
}

/** The name is one that another one has. */
export function isNameTaken(error: unknown): boolean {
  return (
    validationErrorOf(error)?.issues.some(
      ({ path }) =>
        path.at(-1) === 'name' &&
        !path.some(step => step === 'clauses' || step === 'properties' || step === 'parameters'),
    ) ?? false
  )
}

/** Who was faster, which limit is reached, or what uses it. */
export function conflictErrorOf(error: unknown): z.infer<typeof conflictErrorSchema> | null {
  return error instanceof ORPCError && error.status === 409
    ? (conflictErrorSchema.safeParse(error.data).data ?? { reason: '' })
    : null
}
