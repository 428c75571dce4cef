/** What an endpoint of the risk API is, and how results of the engine become its answers. */
import type { DecideInput, DecideResult, Engine, EngineInput, Experience, IngestResult } from '../../../engine/index.ts'
import { type Family, familyError, type RiskApiResponse } from '../wire/answers.ts'

/** What a path of the risk API is for. */
export interface Endpoint {
  /** In metrics and the error log. */
  apiName: string
  /** The same until it is known that what the path names exists: a path can hold anything. */
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
}
/** `experience`: of assessments only. `unknown`: the path names something that does not exist. */
interface EndpointAnswer {
  answer: RiskApiResponse
  experience?: Experience
  unknown?: boolean
}

/** Paths with parameters: the parts in front of them, in lower case, and what follows. `bare`: the first may be missing. */
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
/** Has the engine decide about an event. */
export const assess =
  (target: Assessed): Endpoint['run'] =>
  async ({ engine, newId: _newId, ...input }) =>
    assessmentAnswer(await engine.decide({ ...input, ...target }))

function assessmentAnswer(result: DecideResult): EndpointAnswer {
  switch (result.kind) {
    case 'invalid':
      return { answer: validationAnswer(result.messages) }
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
/** The answer to what is recorded and not decided; `body` is that of a success. */
export function dataEventAnswer(result: IngestResult, body: (accepted: Accepted) => string): EndpointAnswer {
  switch (result.kind) {
    case 'invalid':
      return { answer: validationAnswer(result.messages) }
    case 'unknown':
      return notFound()
    case 'accepted':
      return ok(body(result))
  }
}

function validationAnswer(messages: readonly string[]): RiskApiResponse {
  const [first = 'Input validation failed', ...others] = messages
  return familyError(400, [first, ...others])
}

/** `/branch/<name>` at the end, nothing, or something that is no path. */
export function branchOf(rest: readonly string[]): { branch?: string; suffix: string } | null {
  if (rest.length === 0) return { suffix: '' }
  const [word = '', branch = ''] = rest
  return rest.length === 2 && word.toLowerCase() === 'branch' && branch !== '' ? { branch, suffix: '/Branch' } : null
}
