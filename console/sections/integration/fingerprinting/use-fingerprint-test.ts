import type { FingerprintTest } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../platform/api/client.ts'
import {
  type PolicyViolation,
  runFingerprintTest,
  type StepState,
  type TestStep,
  testSteps,
} from './fingerprint-test.ts'

type Steps = Readonly<Record<TestStep, StepState>>

export interface FingerprintRun {
  sessionId: string
  running: boolean
  steps: Steps
  violations: readonly PolicyViolation[]
}

const waiting = Object.fromEntries(testSteps.map(step => [step, { status: 'waiting' }])) as Steps

/** Runs tests of device fingerprinting in this page, one at a time. `run`: the latest one; null: none has run. */
export function useFingerprintTest(environmentId: string) {
  const queries = useQueryClient()
  const [run, setRun] = useState<FingerprintRun | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  /** @param origin where the script is */
  async function start(origin: string, sessionId: string): Promise<void> {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const change = (changed: (run: FingerprintRun) => FingerprintRun): void =>
      setRun(latest => (latest?.sessionId === sessionId ? changed(latest) : latest))
    setRun({ sessionId, running: true, steps: waiting, violations: [] })
    try {
      await runFingerprintTest({
        origin,
        environmentId,
        sessionId,
        read: async () => {
          const options = api.fingerprinting.read.queryOptions({ input: { environmentId, sessionId }, staleTime: 0 })
          return ((await queries.fetchQuery(options)) as FingerprintTest).session
        },
        onStep: (step, state) => change(latest => ({ ...latest, steps: { ...latest.steps, [step]: state } })),
        onViolation: violation => change(latest => ({ ...latest, violations: [...latest.violations, violation] })),
        signal: controller.signal,
      })
    } finally {
      if (!controller.signal.aborted) change(latest => ({ ...latest, running: false }))
    }
  }

  return { run, start }
}
