import { defined } from '../../../contract/defined.ts'
import type { FieldFault } from '../../../engine/index.ts'
import { brownOutMessage, rehearsalHeader } from '../../../kernel/identity/credentials/brown-out-gate.ts'
import type { SecurityEvent } from '../../../kernel/security-log.ts'
import type { TokenErrorReason } from '../../../ports/index.ts'

/** The result of a call before the common headers are added. */
export interface RiskApiResponse {
  status: number
  body: string
  headers?: Record<string, string>
  /** Text for the error log; null for success. Never contains data of the request. */
  logged: string | null
  /** For the security log: a refused token, right or environment. */
  refused?: { event: SecurityEvent; reason: string }
  /** Refused by a brown-out. */
  rehearsal?: true
  /** The field that was refused. */
  refusedField?: FieldFault
  /** The fault, when it has to be written in another form than that of the purchase family. */
  fault?: ResponseFault
}
interface ResponseFault {
  messages: readonly [string, ...string[]]
  server: boolean
  retryable: boolean
}
/** The forms of errors, by path. */
export type Family = 'purchase' | 'account'

interface ErrorBody {
  ErrorType: 'ClientError' | 'ServerError'
  Message: string
  Retryable: boolean
  OtherErrors: ErrorBody[] | null
}

const errorBody = (message: string, server: boolean, retryable: boolean, others: readonly string[]): ErrorBody => ({
  ErrorType: server ? 'ServerError' : 'ClientError',
  Message: message,
  Retryable: retryable,
  OtherErrors: others.length === 0 ? null : others.map(other => errorBody(other, server, retryable, [])),
})

/** Returns an error of the purchase family; further faults are in OtherErrors. */
export function familyError(
  status: number,
  messages: readonly [string, ...string[]],
  headers?: Record<string, string>,
  logged?: string,
): RiskApiResponse {
  const [first, ...others] = messages
  const server = status >= 500
  const retryable = status === 429 || server
  return {
    status,
    body: JSON.stringify(errorBody(first, server, retryable, others)),
    ...defined({ headers }),
    logged: logged ?? logText(messages),
    fault: { messages, server, retryable },
  }
}

/**
 * Returns the body of the same error in the form of account paths; `event` is the name of the event where the path
 * contains it.
 */
export function bodyInFamily(answer: RiskApiResponse, family: Family, event: string | null): string {
  if (family === 'purchase' || answer.fault === undefined) return answer.body
  const {
    messages: [first, ...others],
    server,
    retryable,
  } = answer.fault
  const error = (message: string, more: readonly string[]): Record<string, unknown> => ({
    name: event,
    version: event === null ? null : '0.5',
    code: server ? 'ServerError' : 'ClientError',
    description: null,
    message,
    isRetryable: retryable,
    otherErrors: more.length === 0 ? null : more.map(each => error(each, [])),
  })
  return JSON.stringify(error(first, others))
}

/** Characters of an entry of the error log. */
const maxLogged = 1000

/** Returns messages as an entry of the error log. */
export const logText = (messages: readonly string[]): string => messages.map(maskValues).join('\n').slice(0, maxLogged)

/** Masks values: messages quote the request; the log stores the message without the quotation. */
function maskValues(message: string): string {
  return message.replace(/'.*'/s, "'…'").slice(0, maxLogged)
}

function gatewayError(status: 401 | 403, reason: TokenErrorReason, text: string, message: string): RiskApiResponse {
  return {
    status,
    body: JSON.stringify({ statusCode: status, message }),
    logged: text,
    refused: { event: status === 401 ? 'token-refused' : 'right-refused', reason },
    headers: {
      'Content-Type': 'application/json',
      ErrorSource: 'validate-jwt',
      ErrorMessage: text,
      ErrorScope: 'global',
      ErrorSection: 'inbound',
      ErrorStatusCode: String(status),
      ErrorReason: reason,
    },
  }
}

const reasonTexts: Record<TokenErrorReason, string> = {
  TokenNotPresent: 'JWT not present.',
  TokenExpired: 'JWT expired.',
  TokenSignatureInvalid: 'JWT signature is not valid.',
  TokenAudienceNotAllowed: 'JWT audience is not allowed.',
  TokenIssuerNotAllowed: 'JWT issuer is not allowed.',
  TokenClaimValueNotAllowed: 'JWT claim value is not allowed.',
  JwtInvalid: 'JWT is not valid.',
}

/**
 * Returns 401 exactly as the gateway of the original service does; `sentence`: why a token of a proven application is
 * refused all the same.
 */
export const unauthorized = (problem: TokenErrorReason, sentence?: string): RiskApiResponse =>
  gatewayError(
    401,
    problem,
    sentence ?? reasonTexts[problem],
    `Unauthorized. ${sentence ?? 'Access token is missing or invalid.'}`,
  )
/** Returns 403 with the same headers. */
export const forbidden = (): RiskApiResponse => forbiddenFor('Risk_API')
export const forbiddenFor = (role: 'Risk_API' | 'Provisioning_API'): RiskApiResponse =>
  gatewayError(
    403,
    'TokenClaimValueNotAllowed',
    reasonTexts.TokenClaimValueNotAllowed,
    `Forbidden. The application is not assigned the ${role} role for this environment.`,
  )

/** Returns the 401 of a call that a brown-out refuses: unlike any other, the token is right. */
export const rehearsed = (endsAt: Date): RiskApiResponse => ({
  status: 401,
  body: JSON.stringify({
    statusCode: 401,
    message: `Unauthorized. ${brownOutMessage}`,
    rehearsalEndsAt: endsAt.toISOString(),
  }),
  logged: 'Refused by the rehearsal of a revocation.',
  rehearsal: true,
  headers: { [rehearsalHeader]: 'brown-out' },
})
