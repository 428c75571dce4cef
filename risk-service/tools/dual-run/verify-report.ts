import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checkSignature, signedReportSchema } from '../../features/dual-runs/signing/report-signature.ts'
import type { Terminal } from './terminal.ts'

export class VerifyUsageError extends Error {}

const usage = 'Usage: npm run --silent dual-run -- verify FILE [--key-id ID]'

/**
 * Checks the signature of a report. Returns the exit code: 0 when the report is unchanged and was signed by the expected
 * key, which is the named one or that of this installation; 1 otherwise.
 * @throws VerifyUsageError
 */
export async function verifyReport(
  args: readonly string[],
  ownKeyId: () => Promise<string>,
  { print }: Terminal,
): Promise<number> {
  const { file, keyId: named } = readVerifyOptions(args)
  const signed = await readSigned(file)
  const check = await checkSignature(signed.report, signed.signature)
  if (check.kind === 'invalid') {
    print(
      check.fault === 'report'
        ? 'INVALID: the report is not the one that was signed.'
        : 'INVALID: the signature is none, or was changed.',
    )
    return 1
  }
  const expected = named ?? (await ownKeyId())
  const { claims, keyId } = check
  print(`Report ${claims.sha256}`)
  print(`signed ${claims.signedAt} for environment ${claims.environmentId}`)
  print(`by key ${keyId}`)
  if (keyId !== expected) {
    print(`INVALID: another key is expected, ${expected}.`)
    return 1
  }
  print('VALID')
  return 0
}

function readVerifyOptions(args: readonly string[]): { file: string; keyId: string | undefined } {
  let parsed
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: { 'key-id': { type: 'string' } } })
  } catch (error) {
    throw new VerifyUsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const [file] = parsed.positionals
  if (file === undefined || parsed.positionals.length > 1) throw new VerifyUsageError(usage)
  return { file, keyId: parsed.values['key-id'] }
}

async function readSigned(file: string) {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new VerifyUsageError(`There is no file ${file}.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new VerifyUsageError(`${file} is no JSON.`)
  }
  const signed = signedReportSchema.safeParse(value)
  if (!signed.success) throw new VerifyUsageError(`${file} is no signed report: it has no signature.`)
  return signed.data
}
