import type { ApiCaller, TokenBearer } from '../../ports/index.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import type { DirectoryEnvironment } from './environment-directory.ts'
import type { RiskApiResponse } from './wire/answers.ts'

/** Filled in as far as a call proceeds; the error log shows it. */
export interface RequestTrace {
  caller: ApiCaller | null
  /** Whose token it is, also where the token is refused. */
  bearer: TokenBearer | null
  environment: DirectoryEnvironment | null
  apiName: string
  event: string | null
  experience: string
  /** The caller marked it as a test. */
  isTest: boolean
}

/** A call whose body was read. */
export interface ReadCall {
  request: Request
  correlationId: string
  trail: RequestTrace
  receivedAt: Date
  endpoint: Endpoint
  environment: DirectoryEnvironment | null
  /** The environment as the caller named it. */
  named: string | null
  /** The answer to a caller without a right in the environment. */
  refusal: RiskApiResponse | null
  text: string
}

export const newTrace = (): RequestTrace => ({
  caller: null,
  bearer: null,
  environment: null,
  apiName: 'v1.0',
  event: null,
  experience: 'N/A',
  isTest: false,
})
