/** The type of an endpoint of the risk API, and the conversion of the engine's results into its answers. */
import { defined } from '../../../contract/defined.ts'
import type {
  DecideInput,
  DecideResult,
  Engine,
  EngineInput,
  Experience,
  FieldFault,
  IngestResult,
} from '../../../engine/index.ts'
import type { Received, ReceiveFault } from '../../../features/dual-runs/mirror/receive-events.ts'
import { type Family, familyError, logText, type RiskApiResponse } from '../wire/answers.ts'

/** One endpoint of the risk API. */
export interface Endpoint {
  /** Name in metrics and the error log. */
  apiName: string
  /** The same until the resource that the path names is known to exist: a path can contain any text. */
  group?: string
  family: Family
  /** Name of the event in errors of the account family. */
  event: string | null
  run: (call: EndpointCall) => Promise<EndpointAnswer>
}
interface EndpointCall extends EngineInput {
  engine: Pick<Engine, 'decide' | 'ingestLabel' | 'ingestDataEvent'>
  correlationId: string
  backfill: boolean
  diagnostics: boolean
  newId: () => string
  /** Stores events that a former system has decided; absent: this service has no mirrors. */
  receiveMirrored?: ReceiveMirrored | undefined
}
export type ReceiveMirrored = (
  environmentId: string,
  body: Record<string, unknown>,
  receivedAt: Date,
) => Promise<Received | ReceiveFault>

/** `experience`: of assessments only. `unknown`: the resource that the path names does not exist. */
interface EndpointAnswer {
  answer: RiskApiResponse
  experience?: Experience
  unknown?: boolean
}

/**
 * Paths with parameters: the parts before them, in lower case, and the endpoint for the parameters. `bare`: the first
 * one may be missing.
 */
export interface ParameterEndpoint {
  parts: readonly string[]
  bare?: true
  make: (id: string, rest: readonly string[]) => Endpoint | null
}

const notFound = (): EndpointAnswer => ({
  answer: familyError(404, ['The requested path was not found']),
  unknown: true,
})
const ok = (body: string): EndpointAnswer => ({ answer: { status: 200, body, logged: null } })

type Assessed = Pick<DecideInput, 'eventType' | 'pathId' | 'branch' | 'generation'>
/** Lets the engine decide an event. */
export const assess =
  (target: Assessed): Endpoint['run'] =>
  async ({ engine, newId: _newId, receiveMirrored: _receive, ...input }) =>
    assessmentAnswer(await engine.decide({ ...input, ...target }))

function assessmentAnswer(result: DecideResult): EndpointAnswer {
  switch (result.kind) {
    case 'invalid':
      return { answer: validationAnswer(result) }
    case 'conflict':
      return { answer: familyError(409, [result.message]) }
    case 'noBranch':
    case 'noAssessment':
      return notFound()
    case 'answer':
      return {
        experience: result.experience,
        answer: {
          status: 200,
          body: result.answer,
          logged: null,
          ...(result.replayed ? { headers: { 'x-dfp-replayed': 'true' } } : {}),
        },
      }
  }
}

export type Accepted = Extract<IngestResult, { kind: 'accepted' }>
/** Returns the answer to a data event; `body` is that of a success. */
export function dataEventAnswer(result: IngestResult, body: (accepted: Accepted) => string): EndpointAnswer {
  switch (result.kind) {
    case 'invalid':
      return { answer: validationAnswer(result) }
    case 'unknown':
      return notFound()
    case 'accepted':
      return ok(body(result))
  }
}

function validationAnswer({
  messages,
  fault,
  logged = messages,
}: {
  messages: readonly string[]
  fault?: FieldFault
  logged?: readonly string[]
}): RiskApiResponse {
  const [first = 'Input validation failed', ...others] = messages
  return { ...familyError(400, [first, ...others], undefined, logText(logged)), ...defined({ refusedField: fault }) }
}

/** Parses the end of a path, which is empty or `/branch/<name>`; null for any other text. */
export function branchOf(rest: readonly string[]): { branch?: string; suffix: string } | null {
  if (rest.length === 0) return { suffix: '' }
  const [word = '', branch = ''] = rest
  return rest.length === 2 && word.toLowerCase() === 'branch' && branch !== '' ? { branch, suffix: '/Branch' } : null
}
