import { type TestedSession, testPage } from '@assay/risk-service/contract'

/** The steps of a test, in their order: each needs those before it. */
export const testSteps = ['script', 'frame', 'collected', 'stored', 'cookie'] as const
export type TestStep = (typeof testSteps)[number]

/** Why a step failed. */
type StepFailure =
  | 'blocked'
  | 'empty'
  | 'frameBlocked'
  | 'noAnswer'
  | 'rejected'
  | 'notStored'
  | 'notRead'
  | 'cookieRefused'

export type StepState =
  | { status: 'waiting' | 'running' }
  | { status: 'passed'; milliseconds: number }
  | { status: 'failed'; failure: StepFailure }

/** Something that a Content-Security-Policy blocked during a test. */
export interface PolicyViolation {
  directive: string
  /** Address without its query; a word such as `inline` where there is none. */
  blocked: string
}

/** What the script of device fingerprinting defines on a page. */
interface DeviceFingerprinting {
  url: string
  sessionId: string
  doFpt: (page: Document, callback?: (response: string | null) => void) => void
}
declare global {
  interface Window {
    dfp?: DeviceFingerprinting | undefined
  }
}

interface FingerprintTestOptions {
  /** Where the script is. */
  origin: string
  environmentId: string
  sessionId: string
  /** Reads the session as the service stored it; null: it has none. */
  read: () => Promise<TestedSession | null>
  onStep: (step: TestStep, state: StepState) => void
  onViolation: (violation: PolicyViolation) => void
  /** Ends the test: nothing more is reported. */
  signal: AbortSignal
}

/** Milliseconds for one step. */
export const stepTimeoutMs = 10_000

class FailedStep extends Error {
  override readonly name = 'FailedStep'
  readonly failure: StepFailure
  constructor(failure: StepFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Returns the address of the script for a session of a test. */
export const scriptAddress = (origin: string, environmentId: string, sessionId: string): string =>
  `${origin}/mdt.js?${new URLSearchParams({ session_id: sessionId, instanceId: environmentId, pageId: testPage })}`

/**
 * Loads the script as the page of a shop does, and reports each step with what the browser and the service did. The
 * cookie is invisible to scripts: it was stored if a second record changes the session, since one without the cookie of
 * the first changes nothing.
 */
export async function runFingerprintTest(options: FingerprintTestOptions): Promise<void> {
  const { origin, environmentId, sessionId, read, signal } = options
  const added: Element[] = []
  const stopWatching = watchPolicy(options)
  const run = async <Result>(step: TestStep, work: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted()
    options.onStep(step, { status: 'running' })
    const start = performance.now()
    try {
      const result = await work()
      signal.throwIfAborted()
      options.onStep(step, { status: 'passed', milliseconds: Math.round(performance.now() - start) })
      return result
    } catch (error) {
      if (error instanceof FailedStep && !signal.aborted)
        options.onStep(step, { status: 'failed', failure: error.failure })
      throw error
    }
  }
  const readStored = async (): Promise<TestedSession> => {
    const session = await read().catch(() => {
      throw new FailedStep('notRead')
    })
    if (session === null) throw new FailedStep('notStored')
    return session
  }
  try {
    const script = await run('script', () =>
      loadScript(scriptAddress(origin, environmentId, sessionId), sessionId, added),
    )
    const first = await run('frame', () => openFrame(script, added))
    await run('collected', () => first.answer)
    const { at } = await run('stored', readStored)
    await run('cookie', async () => {
      const second = await openFrame(script, added)
      await second.answer
      if ((await readStored()).at === at) throw new FailedStep('cookieRefused')
    })
  } catch (error) {
    if (!(error instanceof FailedStep) && !signal.aborted) throw error
  } finally {
    stopWatching()
    for (const element of added) element.remove()
    if (window.dfp?.sessionId === sessionId) window.dfp = undefined
  }
}

/** Reports what policies of the page block, until the returned function is called. */
function watchPolicy({ onViolation, signal }: FingerprintTestOptions): () => void {
  const report = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    // A policy that only reports has blocked nothing.
    if (disposition === 'report' || signal.aborted) return
    onViolation({ directive: effectiveDirective, blocked: blockedURI.split('?')[0] ?? '' })
  }
  document.addEventListener('securitypolicyviolation', report)
  return () => document.removeEventListener('securitypolicyviolation', report)
}

/** @throws FailedStep after the time of a step */
function withTimeout<Result>(work: Promise<Result>, failure: StepFailure): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new FailedStep(failure)), stepTimeoutMs)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function loadScript(address: string, sessionId: string, added: Element[]): Promise<DeviceFingerprinting> {
  const script = document.createElement('script')
  script.src = address
  script.async = true
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new FailedStep('blocked')))
  })
  added.push(script)
  document.head.append(script)
  await withTimeout(loaded, 'blocked')
  const { dfp } = window
  // Nothing was defined, or a script of an earlier session was: this one was empty.
  if (dfp?.sessionId !== sessionId) throw new FailedStep('empty')
  return dfp
}

/** Opens the frame of the script. `answer` ends when the frame has reported that it sent the attributes. */
async function openFrame(script: DeviceFingerprinting, added: Element[]): Promise<{ answer: Promise<void> }> {
  const before = new Set(document.querySelectorAll('iframe'))
  const sent = new Promise<void>((resolve, reject) => {
    script.doFpt(document, response =>
      response?.startsWith('ServerError') ? reject(new FailedStep('rejected')) : resolve(),
    )
  })
  const answer = withTimeout(sent, 'noAnswer')
  // Whoever waits for it gets the error: without this line, one that waits for the frame first would be late.
  answer.catch(() => undefined)
  const frame = [...document.querySelectorAll('iframe')].find(each => !before.has(each))
  if (frame === undefined) throw new FailedStep('frameBlocked')
  added.push(frame)
  await withTimeout(
    new Promise(resolve => {
      frame.addEventListener('load', resolve)
    }),
    'frameBlocked',
  )
  // A blocked frame shows a page of the browser, which this page may not read.
  if (new URL(script.url, document.baseURI).origin === window.location.origin && frame.contentDocument === null)
    throw new FailedStep('frameBlocked')
  return { answer }
}
