/** Sends the rows of a file to a running service, or stores a folder of retail transactions. */

import { createHash } from 'node:crypto'
import { appendFileSync, createReadStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { defined } from '../../contract/defined.ts'
import { retailColumns } from '../../features/loss-prevention/transactions/retail-rows.ts'
import { demoClient } from '../../kernel/identity/demo-tenants.ts'
import { ecommerceColumns } from './files/ecommerce-file.ts'
import { type ImportProgress, importFile } from './import-file.ts'
import { runRetailImport } from './retail/retail-command.ts'
import { RiskClient } from './risk-client.ts'

const usage = `Usage: npm run import -- FILE --map ecommerce [--url URL] [--tenant ID] [--client ID] [--secret TEXT] [--environment ID] [--limit N] [--restart]
       npm run import -- FOLDER --map lossprevention [--environment ID]
       npm run --silent import -- FILE --entity ENTITY
       npm run --silent import -- guess FILE --entity ENTITY
       npm run --silent import -- check FILE --entity ENTITY`

function fail(line: string, code = 1): never {
  console.error(line)
  process.exit(code)
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        map: { type: 'string' },
        url: { type: 'string', default: `http://localhost:${process.env['PORT'] ?? '4300'}` },
        tenant: { type: 'string', default: demoClient.tenantId },
        client: { type: 'string', default: demoClient.clientId },
        secret: { type: 'string', default: process.env['ASSAY_CLIENT_SECRET'] ?? demoClient.secret },
        environment: { type: 'string' },
        limit: { type: 'string' },
        restart: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2)
  }
}
/** Imports what the arguments name, and ends the process with its exit code. */
export async function runImport(args: string[]): Promise<never> {
  const { values, positionals } = readArguments(args)
  const file = positionals[0]
  if (file && values.map === 'lossprevention') process.exit(await runRetailImport(file, values.environment))
  if (!file || values.map !== 'ecommerce') {
    const retail = Object.entries(retailColumns).map(([name, columns]) => `${name}.csv: ${columns.join(', ')}`)
    fail(
      `${usage}\n--map names the columns.\necommerce, of a file: ${ecommerceColumns.join(', ')}\nlossprevention, of a folder:\n${retail.join('\n')}`,
      2,
    )
  }
  if (!existsSync(file) || !statSync(file).isFile()) fail(`There is no file ${file}.`, 2)
  const limit = values.limit === undefined ? undefined : Number(values.limit)
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    fail(`--limit takes a whole number above 0, not '${values.limit ?? ''}'.`, 2)

  const url = values.url.replace(/\/+$/, '')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    fail(`--url takes an address such as http://localhost:4300, not '${values.url}'.`, 2)

  let reading = true
  const slowReadNotice = setTimeout(() => {
    if (reading) process.stderr.write(`Reading ${file} ...\n`)
  }, 1000)
  // Identified by its content: a corrected file is another one, and a moved file is the same.
  const content = createHash('sha256')
  for await (const piece of createReadStream(file)) content.update(piece as Buffer)
  const key = content
    .update(['', url, values.tenant, values.environment ?? ''].join('\n'))
    .digest('hex')
    .slice(0, 16)
  const folder = path.resolve(process.env['ASSAY_DATA_DIR'] ?? '.data', 'imports')
  const stateFile = path.join(folder, `${key}.json`)
  const faultFile = path.join(folder, `${key}.faults.txt`)
  if (values.restart) for (const old of [stateFile, faultFile]) rmSync(old, { force: true })
  mkdirSync(folder, { recursive: true })

  const started = Date.now()
  let shown = 0
  let waiting = ''
  let latest: ImportProgress = { total: 0, done: 0, faults: 0, skipped: 0 }
  function showProgress(progress: ImportProgress, last = false): void {
    const now = Date.now()
    latest = progress
    if (!last && now - shown < (process.stderr.isTTY ? 100 : 2000)) return
    shown = now
    const share = progress.total === 0 ? 1 : progress.done / progress.total
    const rate = (progress.done - progress.skipped) / Math.max(0.001, (now - started) / 1000)
    const left = rate > 0 ? Math.round((progress.total - progress.done) / rate) : 0
    const bar = '#'.repeat(Math.round(share * 24)).padEnd(24, '.')
    const line = `[${bar}] ${Math.round(share * 100)} %  ${progress.done}/${progress.total} rows  ${rate.toFixed(0)} rows/s  ${progress.faults} faults  ${left} s left${waiting}`
    process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(110)}${last ? '\n' : ''}` : `${line}\n`)
    waiting = ''
  }

  /** Number of faults in this run. */
  let found = 0
  const stop = new AbortController()
  let stoppedAt = 0
  process.on('SIGINT', () => {
    // npm and the terminal both forward one Ctrl+C: only a later one counts as a second.
    if (stoppedAt > 0 && Date.now() - stoppedAt > 700) process.exit(130)
    if (stoppedAt > 0) return
    stoppedAt = Date.now()
    process.stderr.write('\nStopping: rows that are under way are finished first (Ctrl+C again stops at once).\n')
    stop.abort()
  })

  await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(10_000) }).catch(() =>
    fail(`Nothing answers at ${url}. Start Assay with npm start, or name its address with --url.`),
  )

  const client = new RiskClient({
    url,
    tenant: values.tenant,
    clientId: values.client,
    secret: values.secret,
    ...(values.environment ? { environment: values.environment } : {}),
    signal: stop.signal,
    onWait: (milliseconds, reason) => {
      waiting = `  (waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason})`
      showProgress(latest)
    },
  })
  try {
    const result = await importFile({
      file,
      client,
      stateFile,
      signal: stop.signal,
      ...defined({ limit }),
      onProgress: progress => {
        reading = false
        showProgress(progress)
      },
      onFault: (line, problem) => {
        found++
        appendFileSync(faultFile, `line ${line}: ${problem}\n`)
        if (process.stderr.isTTY) process.stderr.write('\n')
        process.stderr.write(`line ${line}: ${problem}\n`)
      },
    })
    clearTimeout(slowReadNotice)
    showProgress(result, true)
    if (result.skipped > 0)
      console.log(`${result.skipped} rows were already there from an earlier run (--restart sends all again).`)
    console.log(
      `${result.done - result.skipped - found} rows stored, ${found} with faults${found > 0 ? `, listed in ${faultFile}` : ''}${stop.signal.aborted ? '; run the same command to go on' : ''}.`,
    )
    process.exit(stop.signal.aborted ? 130 : found > 0 ? 1 : 0)
  } catch (error) {
    fail(`\n${error instanceof Error ? error.message : String(error)}`)
  }
}
