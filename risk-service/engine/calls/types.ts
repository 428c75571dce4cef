import type { CallError } from '../../contract/common/resource-limits.ts'
import type { ExternalAssessmentBody } from '../../contract/external-calls/external-assessment-inputs.ts'
import type { ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import type { CallReader, CallResult, ExternalAssessmentInfo, ExternalCallInfo } from '../../fql/index.ts'
import type { OutgoingHttp } from '../../ports/index.ts'
import type { StoredCallDefinition } from './call-definition.ts'
import type { CallOutcome } from './perform-call.ts'

/** An external call with its request and response, for event tracing; without secrets. */
export interface TracedCall {
  /** Of the event. */
  environmentId: string
  at: Date
  name: string
  error: CallError | null
  /** 0 without a response. */
  status: number
  latencyMs: number
  correlationId: string | null
  /** Assessment or type of the event. */
  eventType: string
  /** Empty outside of rules, and in the condition of a rule. */
  rule: string
  clause: string
  request: { url: string; body: string | null }
  /** The beginning of the response, as it was received; empty without one. */
  response: string
}

export interface CallContext {
  correlationId: string | null
  eventType: string
  /** Depth of assessments that called one another up to this event; 0 for an event from outside. */
  depth: number
  /** Time of `performance.now()` until which calls have to answer; limited only by their own time-outs when absent. */
  until?: number | undefined
  /** Makes no calls: external ones return their default response, assessments null. */
  skipCalls?: boolean
  /** Stores nothing: called assessments store nothing, too. */
  skipRecording?: boolean
  /** Receives the calls of an event that may turn out to be a repeated one; when absent, they are traced at once. */
  collectCall?: ((call: TracedCall) => void) | undefined
}

/** External calls and assessments of all environments. */
export interface CallRegistry {
  reload: (environmentId?: string) => Promise<void>
  infos: (environmentId: string) => {
    externalCalls: ReadonlyMap<string, ExternalCallInfo>
    externalAssessments: ReadonlyMap<string, ExternalAssessmentInfo>
  }
  /** Changes when names, parameters or samples do. */
  signature: (environmentId: string) => string
  reader: (environmentId: string, context: CallContext) => CallReader
  /** Reads the responses of calls from their samples; no request is sent. */
  samples: CallReader
  /** Returns the end of a suspension by the circuit breaker. */
  suspendedUntil: (callId: string) => Date | null
  /** Makes a request outside of any event, as a test. */
  testCall: (
    environmentId: string,
    body: ExternalCallBody,
    stored: StoredCallDefinition | null,
    target: 'call' | 'keepAlive',
  ) => Promise<CallOutcome>
  /** Evaluates a target with a sample; nothing is stored. */
  testAssessment: (
    target: ExternalAssessmentBody['target'],
    sample: Record<string, unknown>,
    correlationId: string,
  ) => Promise<CallOutcome>
  /** Sets the caller of assessments. */
  setAssessmentCaller: (caller: AssessmentCaller) => void
  /** Makes the due warm-up calls. */
  sendKeepAlives: () => Promise<void>
  /** Encrypts a secret for the place where it is stored. */
  encrypt: (place: string, text: string) => Promise<string>
  /** @throws Error when the text was encrypted for another place or with another key */
  decrypt: (place: string, sealed: string) => Promise<string>
  /** Fetches a picture (PNG, JPEG or WebP) under the rules of external calls; null when there is none. */
  fetchPicture: (url: string) => Promise<Uint8Array | null>
  /** Sends a request under the rules of external calls, without counting it among them. */
  send: OutgoingHttp['send']
  /** Returns why an address would not be called, or null. */
  addressIssue: (url: string) => string | null
  /** Hands over calls that were collected. */
  trace: (calls: readonly TracedCall[]) => void
  /** Writes the pending counts. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

export interface AssessmentCall {
  target: ExternalAssessmentBody['target']
  method: 'evaluate' | 'observe' | 'label'
  body: Record<string, unknown>
  observation: string | null
  context: CallContext
}
/** Runs the target in this process. A failure is a result with null as its response. Never rejects. */
export type AssessmentCaller = (
  call: AssessmentCall,
) => Promise<Pick<CallResult, 'response' | 'httpStatusCode' | 'errorMessage'> & { error: CallError | null }>
