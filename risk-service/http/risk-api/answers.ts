import type { TokenProblem } from '../../ports.ts'

/** What a call ends with before the common headers are put on. */
export interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
  /** Kept in the error log; null for success. Never holds what was sent. */
  logged: string | null
}

interface ErrorBody { ErrorType: 'ClientError' | 'ServerError'; Message: string; Retryable: boolean; OtherErrors: ErrorBody[] | null }

const errorBody = (message: string, server: boolean, retryable: boolean, others: readonly string[]): ErrorBody => ({
  ErrorType: server ? 'ServerError' : 'ClientError', Message: message, Retryable: retryable,
  OtherErrors: others.length === 0 ? null : others.map((other) => errorBody(other, server, retryable, [])),
})

/** Error of the purchase family; further faults go to OtherErrors (20 section 11). */
export function familyError(status: number, messages: readonly [string, ...string[]], headers?: Record<string, string>, logged?: string): Answer {
  const [first, ...others] = messages
  return {
    status, body: JSON.stringify(errorBody(first, status >= 500, status === 429 || status >= 500, others)),
    ...(headers === undefined ? {} : { headers }), logged: logged ?? withoutValues(first),
  }
}

/** Messages quote what was sent; the log keeps the sentence and drops the quotation. */
function withoutValues(message: string): string {
  return message.replace(/'.*'/s, "'…'").slice(0, 1000)
}

function gatewayError(status: 401 | 403, reason: TokenProblem, text: string, message: string): Answer {
  return {
    status, body: JSON.stringify({ statusCode: status, message }), logged: text,
    headers: {
      'Content-Type': 'application/json',
      ErrorSource: 'validate-jwt', ErrorMessage: text, ErrorScope: 'global', ErrorSection: 'inbound', ErrorStatusCode: String(status), ErrorReason: reason,
    },
  }
}

const reasonTexts: Record<TokenProblem, string> = {
  TokenNotPresent: 'JWT not present.', TokenExpired: 'JWT expired.', TokenSignatureInvalid: 'JWT signature is not valid.',
  TokenAudienceNotAllowed: 'JWT audience is not allowed.', TokenIssuerNotAllowed: 'JWT issuer is not allowed.',
  TokenClaimValueNotAllowed: 'JWT claim value is not allowed.', JwtInvalid: 'JWT is not valid.',
}

/** 401 exactly as the gateway of the original service answers it. */
export const unauthorized = (problem: TokenProblem): Answer =>
  gatewayError(401, problem, reasonTexts[problem], 'Unauthorized. Access token is missing or invalid.')
/** 403 with the same headers. */
export const forbidden = (): Answer => forbiddenFor('Risk_API')
export const forbiddenFor = (role: 'Risk_API' | 'Provisioning_API'): Answer =>
  gatewayError(403, 'TokenClaimValueNotAllowed', reasonTexts.TokenClaimValueNotAllowed,
    `Forbidden. The application is not assigned the ${role} role for this environment.`)
