import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { JWK } from 'jose'
import { hashSubject, type SubjectReceipt, verifyReceipt } from '../../features/subject-requests/receipts/receipt.ts'

interface Output {
  print: (line: string) => void
  printError: (line: string) => void
}

const usage = `Usage: npm run --silent subject -- verify RECEIPT [--key KEYS.json] [--value-file FILE]
  RECEIPT       the receipt of a deletion (Settings, Subject requests, Requests)
  --key         the keys of the installation, as /discovery/v2.0/keys publishes them; without them, the key in RECEIPT
  --value-file  a file whose first line is the value that identified the person`

interface Options {
  file: string
  key: string | undefined
  valueFile: string | undefined
}

/** @throws TypeError for a wrong use */
function readOptions(args: readonly string[]): Options {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, 'value-file': { type: 'string' } },
  })
  const [command, file, ...rest] = positionals
  if (command !== 'verify' || file === undefined || rest.length > 0)
    throw new TypeError('A command and a file are needed.')
  return { file, key: values.key, valueFile: values['value-file'] }
}

/** Reads a key, or the keys of a set (RFC 7517). */
async function readKeys(file: string): Promise<JWK[]> {
  const read = JSON.parse(await readFile(file, 'utf8')) as JWK | { keys: JWK[] }
  const keys = 'keys' in read && Array.isArray(read.keys) ? read.keys : [read as JWK]
  if (keys.length === 0 || keys.some(key => key.kty === undefined)) throw new Error(`${file} has no key.`)
  return keys
}

function describe({
  requestId,
  environment,
  assessments,
  attribute,
  requestedBy,
  requestedAt,
  finishedAt,
  events,
  stoppedBy,
  stores,
  unsearched = 0,
}: SubjectReceipt) {
  return [
    `Request ${requestId}, ${environment}`,
    `${assessments.join(', ')} by ${attribute}`,
    `requested by ${requestedBy.name} at ${requestedAt}, deleted at ${finishedAt}`,
    `${events} ${events === 1 ? 'event' : 'events'}`,
    ...(stoppedBy === undefined ? [] : ['stopped by a legal hold: what was left of the person stayed']),
    ...stores.map(({ store, outcome, rows }) => `  ${outcome.padEnd(13)} ${store}${rows === null ? '' : `: ${rows}`}`),
    ...(unsearched === 0 ? [] : [`${unsearched} values too short or too common to look for in texts of others`]),
  ]
}

/**
 * Verifies a receipt. The last line is the verdict. Exit code 0: it is as it was signed, and about the person of the
 * value; 1: it is not; 2: wrong use, or a file that cannot be read.
 */
export async function runVerify(args: readonly string[], { print, printError }: Output): Promise<number> {
  let options: Options
  try {
    options = readOptions(args)
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    printError(usage)
    return 2
  }
  try {
    const text = await readFile(options.file, 'utf8')
    const trusted: (JWK | null)[] = options.key === undefined ? [null] : await readKeys(options.key)
    const verdicts = await Promise.all(trusted.map(key => verifyReceipt(text, key)))
    const [first] = verdicts
    const verified = verdicts.find(({ fault }) => fault === null)
    if (!verified?.receipt) {
      print(`NOT VERIFIED: ${first?.fault ?? 'There is no key.'}`)
      return 1
    }
    const { receipt } = verified
    for (const line of describe(receipt)) print(line)
    if (options.valueFile !== undefined) {
      // A value on the command line would stay in the history of the shell.
      const [value = ''] = (await readFile(options.valueFile, 'utf8')).split(/\r?\n/)
      if ((await hashSubject(receipt.subject.salt, value)) !== receipt.subject.sha256) {
        print('NOT VERIFIED: the receipt is about another person.')
        return 1
      }
      print('The receipt is about the person of this value.')
    }
    print(
      options.key === undefined
        ? 'VERIFIED, with the key in the file: compare it with that of the installation, or name it with --key.'
        : 'VERIFIED, with the key of the installation.',
    )
    return 0
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    return 2
  }
}
