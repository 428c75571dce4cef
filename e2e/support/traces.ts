import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Data directory of the service under test. */
export function dataDirectory(): string {
  const folder = process.env['E2E_DATA_DIR']
  if (!folder) throw new Error('The journeys run through e2e/playwright.config.ts, which names the data directory.')
  return folder
}

const file = () => path.join(path.dirname(dataDirectory()), 'sent-values.txt')

/** Notes values that the log of the service must not contain. */
export function noteSecret(...values: readonly string[]): void {
  mkdirSync(path.dirname(file()), { recursive: true })
  appendFileSync(file(), values.map(value => `${value}\n`).join(''))
}

/** Everything noted in this run. */
export function notedSecrets(): string[] {
  return existsSync(file()) ? [...new Set(readFileSync(file(), 'utf8').split('\n').filter(Boolean))] : []
}
