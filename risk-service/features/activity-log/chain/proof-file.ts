import { z } from 'zod'
import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'

/*
 * The lines of a file of the log with its proof: NDJSON. The first line names the log and what the first link follows;
 * links follow in their order without gaps, each followed by the signed heads that end with it.
 */

const hash = z.string().regex(/^[\da-f]{64}$/)
const headSchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  environmentId: z.string().nullable(),
  environmentName: z.string().nullable(),
  at: z.string(),
  actorId: z.string(),
  actorName: z.string(),
  actorRoles: z.array(z.string()),
  resourceType: z.string(),
  operation: z.string(),
  assessmentId: z.string().nullable(),
  assessmentName: z.string().nullable(),
  correlationId: z.string().nullable(),
})
const contentSchema = z.object({
  resourceId: z.string(),
  resourceName: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

const startSchema = z.object({
  kind: z.literal('start'),
  format: z.literal('assay-activity-log/1'),
  tenantId: z.string(),
  /** The number of the first link, and the hash that it follows. */
  seq: z.number().int(),
  follows: hash,
  exportedAt: z.string(),
})
/** An entry with its content. */
const entrySchema = z.object({
  kind: z.literal('entry'),
  seq: z.number().int(),
  head: headSchema,
  content: contentSchema,
  salt: z.string().regex(/^[\da-f]{32}$/),
  hash,
})
/** An entry whose content was erased: its hash stayed. */
const erasedSchema = z.object({
  kind: z.literal('erased'),
  seq: z.number().int(),
  head: headSchema,
  erasedAt: z.string(),
  contentHash: hash,
  hash,
})
/** An entry whose content has personal data or secrets that the reader of the file does not see: its hash stands for it. */
const maskedSchema = z.object({
  kind: z.literal('masked'),
  seq: z.number().int(),
  head: headSchema,
  contentHash: hash,
  hash,
})
/** An entry that the reader of the file may not see: its hash alone. */
const withheldSchema = z.object({ kind: z.literal('withheld'), seq: z.number().int(), entryHash: hash, hash })
/** A link without its entry. */
const missingSchema = z.object({
  kind: z.literal('missing'),
  seq: z.number().int(),
  entryId: z.string(),
  entryHash: hash,
  hash,
})
const signedSchema = z.object({
  kind: z.literal('signed'),
  seq: z.number().int(),
  signature: z.string(),
  publicKey: z.record(z.string(), z.unknown()),
})

const proofLineSchema = z.discriminatedUnion('kind', [
  startSchema,
  entrySchema,
  erasedSchema,
  maskedSchema,
  withheldSchema,
  missingSchema,
  signedSchema,
])
export type ProofLine = z.infer<typeof proofLineSchema>
export type ProofLink = Exclude<ProofLine, { kind: 'start' | 'signed' }>

/** Reads one line of a file. @throws ValidationError that names the line */
export function readProofLine(text: string, line: number): ProofLine {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new ValidationError([], `Line ${line} is no JSON.`)
  }
  const parsed = proofLineSchema.safeParse(read)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ValidationError([], `Line ${line}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`)
  }
  return parsed.data
}

/**
 * Collects the lines of a file.
 * @param limit bytes of a file
 * @throws ConflictError `export.tooLarge` when a line is added that the file has no room for
 */
export function collectProofLines(limit: number): { parts: string[]; add: (line: ProofLine) => void } {
  const parts: string[] = []
  let bytes = 0
  const add = (line: ProofLine): void => {
    const text = `${JSON.stringify(line)}\n`
    bytes += Buffer.byteLength(text)
    if (bytes > limit)
      throw new ConflictError(`The entries of these days have more than the ${limit} bytes of a file.`, {
        reason: 'export.tooLarge',
        limit,
      })
    parts.push(text)
  }
  return { parts, add }
}
