// @vitest-environment jsdom
import type { TestedSession } from '@assay/risk-service/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runFingerprintTest, type StepState, stepTimeoutMs, type TestStep } from './fingerprint-test.ts'
import { stubFingerprinting } from './testing/fingerprinting-stub.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const session = { at: '2025-11-20T12:00:00.000Z' } as TestedSession
function start(signal = new AbortController().signal) {
  const reports: [TestStep, StepState][] = []
  const ended = runFingerprintTest({
    origin: window.location.origin,
    environmentId: 'environment',
    sessionId: 'session',
    read: () => Promise.resolve(session),
    onStep: (step, state) => reports.push([step, state]),
    onViolation: () => undefined,
    signal,
  })
  return { reports, ended }
}

it('a script that never answers fails after the time of a step', async () => {
  const { reports, ended } = start()
  await vi.advanceTimersByTimeAsync(stepTimeoutMs - 1)
  expect(reports).toEqual([['script', { status: 'running' }]])
  await vi.advanceTimersByTimeAsync(1)
  await ended
  expect(reports.at(-1)).toEqual(['script', { status: 'failed', failure: 'blocked' }])
  expect(document.querySelector('script[src*="/mdt.js"]')).toBeNull()
})

it('a frame that never reports fails as unanswered', async () => {
  const script = stubFingerprinting({ silent: true })
  const { reports, ended } = start()
  script.load()
  await vi.advanceTimersByTimeAsync(stepTimeoutMs)
  await ended
  expect(reports.at(-1)).toEqual(['collected', { status: 'failed', failure: 'noAnswer' }])
  expect(document.querySelector('iframe')).toBeNull()
  expect(window.dfp).toBeUndefined()
})

it('a script of an earlier session does not count as loaded', async () => {
  const script = stubFingerprinting({ empty: true })
  window.dfp = { url: '', sessionId: 'earlier', doFpt: () => undefined }
  const { reports, ended } = start()
  script.load()
  await ended
  expect(reports.at(-1)).toEqual(['script', { status: 'failed', failure: 'empty' }])
})

it('reports nothing after its end', async () => {
  const controller = new AbortController()
  const script = stubFingerprinting()
  const { reports, ended } = start(controller.signal)
  controller.abort()
  script.load()
  await ended
  expect(reports).toEqual([['script', { status: 'running' }]])
})
