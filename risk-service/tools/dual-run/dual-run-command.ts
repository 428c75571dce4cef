import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { decisions } from '../../contract/common/constants.ts'
import type { DualRunReport } from '../../contract/dual-runs/dual-run-report.ts'
import type { Decision } from '../../contract/index.ts'
import { createCallRegistry } from '../../engine/calls/call-registry.ts'
import { closedHttp } from '../../engine/calls/closed-http.ts'
import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import { sha256 } from '../../engine/lib/sha256.ts'
import { NoEventsError } from '../../features/backtests/run/run-types.ts'
import { readFormerEvents } from '../../features/dual-runs/formats/read-file.ts'
import { FileFault, type FileFaultCode } from '../../features/dual-runs/formats/unpack.ts'
import { runDual } from '../../features/dual-runs/run/run-dual.ts'
import { digestReport } from '../../features/dual-runs/signing/report-signature.ts'
import { loadReportSigner, type ReportSigner } from '../../features/dual-runs/signing/report-signer.ts'
import { FqlError } from '../../fql/index.ts'
import { type EnvironmentAddress, findEnvironment } from '../../kernel/environments/find-environment.ts'
import { ipCountry } from '../../kernel/ip-country.ts'
import { loadSecretKey } from '../../kernel/settings/secret-key.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { openSharedStore, StartError } from '../../kernel/store/store.ts'
import type { Db } from '../../ports/database.ts'
import { reportLines } from './report-lines.ts'
import type { Terminal } from './terminal.ts'
import { VerifyUsageError, verifyReport } from './verify-report.ts'

class UsageError extends Error {}

const usage =
  'Usage: npm run --silent dual-run -- FILE --environment PATH [--assessment NAME] [--word WORD=DECISION] [--out report.json]\n       npm run --silent dual-run -- verify FILE [--key-id ID]'
const log = { write: () => undefined }
const clock = (): Date => new Date()

/** The names of external calls, which rules may read: no call is made. */
const createCallNames = (db: Db) =>
  createCallRegistry({ db, clock, newId, log, http: closedHttp, cipher: createSecretCipher(newId()) })

const faultTexts: Record<FileFaultCode, string> = {
  empty: 'has no content.',
  noEvents:
    'has no event with a decision: messages of event tracing, a search export or a log of the risk API are expected.',
  noAnswers: 'has no answers: each event needs the answer of the former system.',
  notJson: 'begins as JSON and is none.',
  documentTooLong: 'is one JSON document of more than 256 MiB: write one event per line (NDJSON).',
  tooLong: 'has more than 2 GiB once it is unpacked: divide it by time.',
  damaged: 'is packed with gzip and cannot be unpacked.',
}

interface Options {
  file: string
  environment: string | undefined
  assessment: string
  words: ReadonlyMap<string, Decision>
  out: string | undefined
}

function readOptions(args: readonly string[]): Options {
  let parsed
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        environment: { type: 'string' },
        assessment: { type: 'string', default: 'purchase' },
        word: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { values, positionals } = parsed
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new UsageError(usage)
  return {
    file,
    environment: values.environment,
    assessment: values.assessment,
    words: new Map(values.word.map(readWord)),
    out: values.out,
  }
}

function readWord(text: string): [string, Decision] {
  const at = text.lastIndexOf('=')
  const decision = decisions.find(
    each =>
      each.toLowerCase() ===
      text
        .slice(at + 1)
        .trim()
        .toLowerCase(),
  )
  if (at <= 0 || decision === undefined)
    throw new UsageError(`--word ${text}: a word, =, and one of ${decisions.join(', ')} are expected.`)
  return [text.slice(0, at).trim().toLowerCase(), decision]
}

/** Runs the command on the store in the settings, whether a service runs on it or not. Returns the exit code. */
export async function runDualCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const [word, ...others] = args
    if (word === 'verify') return await verifyReport(others, readOwnKeyId, terminal)
    const options = readOptions(args)
    const bytes = await readBytes(options.file)
    const settings = readSettings(process.env)
    const store = await openSharedStore(settings, log)
    try {
      const signer = await loadReportSigner(store.maintenance, await loadSecretKey(settings))
      return await compareFile(store.maintenance, options, bytes, terminal, signer)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof VerifyUsageError || error instanceof StartError)) throw error
    terminal.printError(error.message)
    return 2
  }
}

async function readOwnKeyId(): Promise<string> {
  const settings = readSettings(process.env)
  const store = await openSharedStore(settings, log)
  try {
    return (await loadReportSigner(store.maintenance, await loadSecretKey(settings))).keyId
  } finally {
    await store.close()
  }
}

async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const found = await stat(file).catch(() => null)
  if (found === null) throw new UsageError(`There is no file ${file}.`)
  if (!found.isFile()) throw new UsageError(`${file} is a folder: name a file with events.`)
  return new Uint8Array(await readFile(file))
}

/** Compares the decisions of a file. Returns the exit code. @throws UsageError */
export async function compareFile(
  db: Db,
  { file, environment, assessment, words, out }: Options,
  bytes: Uint8Array<ArrayBuffer>,
  { print, printError }: Terminal,
  signer?: ReportSigner,
): Promise<number> {
  const found = await findEnvironment(db, environment)
  if (typeof found === 'string') throw new UsageError(found)
  const report = await compare(found)
  for (const line of reportLines(report)) print(line)
  if (out !== undefined) await writeFile(out, `${JSON.stringify(await signed(found.id, report), null, 2)}\n`)
  return isProven(report) ? 0 : 1

  async function signed(environmentId: string, report: DualRunReport): Promise<object> {
    if (signer === undefined) return { report }
    const digest = await digestReport(report)
    return {
      report,
      signature: await signer.sign({ sha256: digest, environmentId, signedAt: clock().toISOString() }),
    }
  }

  async function compare({ id, path: environmentPath }: EnvironmentAddress): Promise<DualRunReport> {
    try {
      const events = await readFormerEvents(bytes, assessment)
      return await runDual(
        { db, clock, log, countryOf: ipCountry, calls: createCallNames(db) },
        {
          environmentId: id,
          file: { name: path.basename(file), bytes: bytes.length, sha256: await sha256(bytes) },
          events,
          words,
        },
        (done, total) => {
          printError(`${done} of ${total} events`)
          return Promise.resolve()
        },
      )
    } catch (error) {
      if (error instanceof FileFault) throw new UsageError(`${file} ${faultTexts[error.code]}`)
      if (error instanceof FqlError)
        throw new UsageError(`An active rule of ${environmentPath} has an error: ${error.message}`)
      if (error instanceof NoEventsError)
        throw new UsageError(`${environmentPath} has no active rule of the assessments in the file.`)
      throw error
    }
  }
}

/** Every event with a decision was compared, and none differs. */
function isProven({ compared, differing, skipped }: DualRunReport): boolean {
  const { noAnswer, noTime, invalid, unknownType, otherEnvironment, unreadable, words } = skipped
  const left = noAnswer + noTime + invalid + unknownType + otherEnvironment + unreadable + words.length
  return compared.events > 0 && differing.events === 0 && left === 0
}
