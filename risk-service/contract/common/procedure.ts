import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dependentSchema, listIssueSchema, ruleDiagnosticSchema, uuid } from './entities.ts'
import { callFailureSchema, caseConflictSchema, conflictReasons, issueSchema } from './errors.ts'

const conflictData = z.object({
  reason: z.enum(conflictReasons),
  currentVersion: z.number().int().optional(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  /** The limit that was reached. */
  limit: z.number().int().optional(),
  /** The dependents of the resource to be removed. */
  dependents: z.array(dependentSchema).optional(),
  case: caseConflictSchema.optional(),
})

/**
 * Errors that every procedure may return; the body is `{code, message, details, correlationId}` on the OpenAPI side.
 */
export const procedure = oc.errors({
  FORBIDDEN: { status: 403, data: z.object({ capability: z.string(), required: z.enum(['read', 'write']) }) },
  NOT_FOUND: { status: 404 },
  CONFLICT: { status: 409, data: conflictData },
  /** The caller's right to change something has expired. */
  GONE: { status: 410, data: conflictData },
  UNPROCESSABLE_CONTENT: {
    status: 422,
    data: z.object({
      issues: z.array(issueSchema),
      problems: z.array(ruleDiagnosticSchema).optional(),
      fileProblems: z.array(listIssueSchema).optional(),
      call: callFailureSchema.optional(),
    }),
  },
  SERVICE_UNAVAILABLE: { status: 503 },
  /** The disk of the service is full. */
  INSUFFICIENT_STORAGE: { status: 507, data: conflictData },
})

/** Path and input of every procedure in one environment. */
export const environmentRoute = '/environments/{environmentId}'
export const environmentInput = z.object({ environmentId: uuid })
