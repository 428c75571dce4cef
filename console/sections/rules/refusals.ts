import { ruleProblemSchema, type RuleProblem } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { z } from 'zod'

const refusedSchema = z.object({
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).default([]),
  problems: z.array(ruleProblemSchema).default([]),
})
const conflictSchema = z.object({ reason: z.string(), changedBy: z.string().optional(), changedAt: z.string().optional() })

/** What the service found wrong with a rule; null for any other error. */
export function refusalOf(error: unknown): { issues: { path: (string | number)[]; message: string }[]; problems: RuleProblem[] } | null {
  if (!(error instanceof ORPCError) || error.status !== 422) return null
  return refusedSchema.safeParse(error.data).data ?? { issues: [], problems: [] }
}

/** The name is one that another rule has. */
export function isNameRefusal(error: unknown): boolean {
  return refusalOf(error)?.issues.some(issue => issue.path.at(-1) === 'name' && !issue.path.includes('clauses')) ?? false
}

/** Who was faster, or which limit is reached. */
export function conflictOf(error: unknown): z.infer<typeof conflictSchema> | null {
  return error instanceof ORPCError && error.status === 409 ? (conflictSchema.safeParse(error.data).data ?? { reason: '' }) : null
}
