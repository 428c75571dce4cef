import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, Vitest } from 'vitest/node'

/** Writes the tests that passed only when they were retried, beside the report of the run: `NAME.flaky.json`. */
export default class FlakyReporter implements Reporter {
  #file: string | undefined
  #titles: string[] = []

  onInit({ config: { outputFile } }: Vitest): void {
    const report = typeof outputFile === 'string' ? outputFile : outputFile?.json
    this.#file = report?.replace(/\.json$/, '.flaky.json')
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#titles.push(`${test.module.relativeModuleId} › ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(this.#titles))
  }
}
