import { CompactSign, compactVerify, importJWK, type JWK } from 'jose'
import { z } from 'zod'
import {
  subjectOutcomes,
  subjectRequestTypes,
  subjectStoreNames,
} from '../../../contract/subject-requests/subject-request-definitions.ts'
import { sha256 } from '../../../engine/lib/sha256.ts'

const kind = 'assay-subject-receipt'
const algorithm = 'RS256'

const receiptSchema = z.object({
  kind: z.literal(kind),
  version: z.literal(1),
  requestId: z.uuid(),
  tenantId: z.uuid(),
  environmentId: z.uuid(),
  /** Names from the root to the environment. */
  environment: z.string(),
  type: z.enum(subjectRequestTypes),
  assessments: z.array(z.string()),
  attribute: z.string(),
  /** Who it was about: SHA-256 of the salt and the value, in hex, so that the receipt does not name the person. */
  subject: z.object({ salt: z.string(), sha256: z.string() }),
  requestedBy: z.object({ id: z.uuid(), name: z.string() }),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  events: z.number().int(),
  /** A legal hold ended the deletion: what is left of the person stays. */
  stoppedBy: z.literal('hold').optional(),
  /** What was done in each store; `rows` null where rows are not counted by person. */
  stores: z.array(
    z.object({ store: z.enum(subjectStoreNames), outcome: z.enum(subjectOutcomes), rows: z.number().int().nullable() }),
  ),
  /** Values that were too short or too common to be looked for in texts of others. */
  unsearched: z.number().int().optional(),
})
/** What was deleted about a person: per store, when, and at whose request. */
export type SubjectReceipt = z.output<typeof receiptSchema>

const fileSchema = z.object({
  receipt: z.record(z.string(), z.unknown()),
  /** JSON Web Signature of the receipt (RFC 7515). */
  signature: z.string(),
  publicKey: z.record(z.string(), z.unknown()),
})

/** The key of the installation, with which it signs the heads of the activity log, too. */
export interface ReceiptSigner {
  privateJwk: JWK
  publicJwk: JWK
}

/** Returns the hash by which a receipt identifies a person. */
export const hashSubject = (salt: string, value: string): Promise<string> =>
  sha256(new TextEncoder().encode(`${salt}\n${value}`))

/** Returns the file of a receipt: JSON with its signature and the key that verifies it. */
export async function signReceipt(receipt: SubjectReceipt, { privateJwk, publicJwk }: ReceiptSigner): Promise<string> {
  const signature = await new CompactSign(new TextEncoder().encode(JSON.stringify(receipt)))
    .setProtectedHeader({ alg: algorithm, typ: kind, ...(privateJwk.kid ? { kid: privateJwk.kid } : {}) })
    .sign(await importJWK(privateJwk, algorithm))
  return `${JSON.stringify({ receipt, signature, publicKey: publicJwk }, null, 2)}\n`
}

/** `fault`: why the receipt is not that of the key. */
export type ReceiptVerdict = { receipt: SubjectReceipt; fault: null } | { receipt: null; fault: string }

/**
 * Verifies the text of a receipt, without the service that wrote it.
 * @param trusted the key of the installation; null: the one in the file, which proves that nothing was changed since
 */
export async function verifyReceipt(text: string, trusted: JWK | null): Promise<ReceiptVerdict> {
  const fail = (fault: string): ReceiptVerdict => ({ receipt: null, fault })
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return fail('The file is no JSON.')
  }
  const file = fileSchema.safeParse(read)
  if (!file.success) return fail('The file is no receipt.')
  const { receipt, signature, publicKey } = file.data
  let payload: string
  try {
    const signed = await compactVerify(signature, await importJWK(trusted ?? (publicKey as JWK), algorithm), {
      algorithms: [algorithm],
    })
    if (signed.protectedHeader.typ !== kind) return fail('What was signed is no receipt.')
    payload = new TextDecoder().decode(signed.payload)
  } catch {
    return fail('The signature is not that of the key.')
  }
  if (JSON.stringify(receipt) !== payload) return fail('The receipt was changed after it was signed.')
  const parsed = receiptSchema.safeParse(receipt)
  return parsed.success ? { receipt: parsed.data, fault: null } : fail('The receipt is of another version.')
}
