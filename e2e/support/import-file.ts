import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compiledModules } from '../../scripts/compiled-modules.ts'

const root = path.resolve(import.meta.dirname, '../..')
const publishedFile = path.resolve(root, '../shared/data/ecommerce_signup_purchase.csv.gz')
const header = 'user_id,signup_time,purchase_time,purchase_value,device_id,source,browser,sex,age,ip_address,is_fraud'

const formatTimestamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** One row of the file's columns; every seventh is fraud. */
export function generateRow(number: number, start = Date.UTC(2015, 3, 1)): string {
  const signedUp = start + number * 3_600_000
  return [
    700_000 + number,
    formatTimestamp(signedUp),
    formatTimestamp(signedUp + (number % 7 === 0 ? 1000 : 86_400_000 * (1 + (number % 30)))),
    9 + (number % 60),
    `MADE${String(number).padStart(9, '0')}`,
    ['SEO', 'Ads', 'Direct'][number % 3],
    ['Chrome', 'Firefox', 'Safari'][number % 3],
    number % 2 ? 'F' : 'M',
    18 + (number % 50),
    `81.${number % 200}.${number % 90}.${1 + (number % 250)}`,
    number % 7 === 0 ? 1 : 0,
  ].join(',')
}

export function writeImportFile(file: string, rows: readonly string[]): string {
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`)
  return file
}

/** The published file where it exists beside the project, else rows of the same columns. */
export function findImportFile(folder: string, rows: number): string {
  return existsSync(publishedFile)
    ? publishedFile
    : writeImportFile(
        path.join(folder, 'made.csv'),
        Array.from({ length: rows }, (_, number) => generateRow(number)),
      )
}

export interface ImporterRun {
  code: number | null
  output: string
}

/** Runs the importer like a user: as a separate process, over HTTP. */
export async function runImporter(
  file: string,
  url: string,
  folder: string,
  more: readonly string[] = [],
): Promise<ImporterRun> {
  const child = spawn(
    process.execPath,
    ['risk-service/tools/import/cli.ts', file, '--map', 'ecommerce', '--url', url, ...more],
    {
      cwd: root,
      env: { ...process.env, ...compiledModules, ASSAY_DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', chunk => (output += String(chunk)))
  child.stderr.on('data', chunk => (output += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, output }))
  })
}
