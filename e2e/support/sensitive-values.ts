import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { workerDataDirectory, workerNumber } from './services/workers.ts'

function baseDataDirectory(): string {
  const folder = process.env['E2E_DATA_DIR']
  if (!folder) throw new Error('The journeys run through e2e/playwright.config.ts, which names the data directory.')
  return folder
}

/** Data directory of the service under test. */
export const dataDirectory = (): string => workerDataDirectory(baseDataDirectory(), workerNumber())

/** Data directories of all services of this run. */
export const dataDirectories = (): string[] =>
  Array.from({ length: Number(process.env['E2E_WORKERS'] ?? 1) }, (_, number) =>
    workerDataDirectory(baseDataDirectory(), number),
  )

const sensitiveValuesFile = () => path.join(path.dirname(baseDataDirectory()), 'sent-values.txt')

/** Records values that the log of the service must not contain. */
export function recordSensitiveValues(...values: readonly string[]): void {
  mkdirSync(path.dirname(sensitiveValuesFile()), { recursive: true })
  appendFileSync(sensitiveValuesFile(), values.map(value => `${value}\n`).join(''))
}

/** All values recorded in this run. */
export function readSensitiveValues(): string[] {
  return existsSync(sensitiveValuesFile())
    ? [...new Set(readFileSync(sensitiveValuesFile(), 'utf8').split('\n').filter(Boolean))]
    : []
}
