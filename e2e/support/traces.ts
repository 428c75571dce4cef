import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dataFolder, workerNumber } from './workers.ts'

function firstDirectory(): string {
  const folder = process.env['E2E_DATA_DIR']
  if (!folder) throw new Error('The journeys run through e2e/playwright.config.ts, which names the data directory.')
  return folder
}

/** Data directory of the service under test. */
export const dataDirectory = (): string => dataFolder(firstDirectory(), workerNumber())

/** Those of all services of this run. */
export const dataDirectories = (): string[] =>
  Array.from({ length: Number(process.env['E2E_WORKERS'] ?? 1) }, (_, number) => dataFolder(firstDirectory(), number))

const file = () => path.join(path.dirname(firstDirectory()), 'sent-values.txt')

/** Notes values that the log of the service must not contain. */
export function noteSecret(...values: readonly string[]): void {
  mkdirSync(path.dirname(file()), { recursive: true })
  appendFileSync(file(), values.map(value => `${value}\n`).join(''))
}

/** Everything noted in this run. */
export function notedSecrets(): string[] {
  return existsSync(file()) ? [...new Set(readFileSync(file(), 'utf8').split('\n').filter(Boolean))] : []
}
